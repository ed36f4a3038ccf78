// Parts that scroll sideways can be reached by keyboard; parts that fit are no stop on the way.
const reachable = () => {
  for (const part of document.querySelectorAll(".md-typeset :is(pre > code, div.arithmatex, .table)")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
};
// Tables that are marked as sortable: a click, or Enter, on a heading sorts by that column, again turns the order.
const number = (text) => Number.parseFloat(text.replace(/[,(%]/g, ""));
const sortable = () => {
  for (const table of document.querySelectorAll(".sortable table")) {
    for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
      if (head.querySelector("button")) continue;
      const button = document.createElement("button");
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const key = (row) => row.cells[column].textContent;
        const order = (a, b) => number(key(a)) - number(key(b)) || key(a).localeCompare(key(b));
        const rows = [...table.tBodies[0].rows].sort(order);
        table.tBodies[0].append(...(down ? rows.reverse() : rows));
      });
    }
  }
};

document$.subscribe(sortable);
document$.subscribe(reachable); // after each page, also when it came without a reload
addEventListener("resize", reachable);
document.addEventListener("toggle", reachable, true); // a fold that opens
