// Parts that scroll sideways can be reached by keyboard; parts that fit are no stop on the way.
const reachable = () => {
  for (const part of document.querySelectorAll(".md-typeset :is(pre > code, div.arithmatex, .table)")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
};
document$.subscribe(reachable); // after each page, also when it came without a reload
addEventListener("resize", reachable);
document.addEventListener("toggle", reachable, true); // a fold that opens
