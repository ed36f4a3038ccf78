// A copy button for each block of code, which the theme's script serves. The theme itself would make them one by one
// and measure the page for each, or not before they are seen, when the Tab key has passed them.
for (const code of document.querySelectorAll("article pre > code")) {
  const button = document.createElement("button");
  button.className = "md-code__button";
  button.title = "Copy to clipboard";
  button.dataset.mdType = "copy";
  button.dataset.clipboardText = code.textContent.replace(/\n$/, "");
  const corner = document.createElement("div");
  corner.className = "md-code__nav";
  corner.append(button);
  code.before(corner);
}

// Parts that scroll sideways can be reached by keyboard; parts that fit are no stop on the way.
const reachable = () => {
  const all = [...document.querySelectorAll(".md-typeset :is(pre > code, div.arithmatex, .table)")];
  const parts = all.filter((part) => !part.closest("details:not([open])")); // to measure what is folded away is slow
  const wide = parts.map((part) => part.scrollWidth > part.clientWidth); // and so is to write between two readings
  parts.forEach((part, at) => (wide[at] ? (part.tabIndex = 0) : part.removeAttribute("tabindex")));
};
// The window, a fold that opens, larger type: all of them change the size of the article. The theme has its own opinion
// of the code that is in view, and this comes after it.
new ResizeObserver(() => requestAnimationFrame(reachable)).observe(document.querySelector("article"));

// Tables that are marked as sortable: a click, or Enter, on a heading sorts by that column, again turns the order.
const number = (text) => Number.parseFloat(text.replace(/[,(%]/g, ""));
for (const table of document.querySelectorAll(".sortable table")) {
  for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
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

// Below 1220 px Material opens the navigation, and the parts in it, by labels of hidden checkboxes, which a pointer
// alone reaches. Here they are buttons for the keyboard too, and the focus goes where the reader's eye goes.
const drawer = document.querySelector("[data-md-toggle=drawer]");
const opener = document.querySelector(".md-header__button[for=__drawer]");
const narrow = matchMedia("(max-width: 76.234375em)");
for (const label of [opener, ...document.querySelectorAll(".md-sidebar--primary label:not([for=__drawer])")]) {
  label.tabIndex = 0;
  label.role = "button";
}
opener.ariaLabel = "Navigation";
const opened = () => {
  const open = drawer.checked && narrow.matches;
  opener.ariaExpanded = open;
  for (const part of document.querySelectorAll(".md-skip, .md-header, .md-content, .md-sidebar--secondary, .md-footer")) {
    part.inert = open; // what lies below the open navigation
  }
};
opened();
narrow.addEventListener("change", opened);
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".md-toggle")) return;
  if (target === drawer) opened();
  if (!drawer.checked || !narrow.matches) return;
  // The first thing in the part that has opened, or the label of the one that has closed.
  const seen = [...document.querySelectorAll(".md-sidebar--primary :is(a, label[tabindex])")];
  const closed = !target.checked && document.querySelector(`.md-nav__link[for=${target.id}]`);
  const next = closed || seen.find((one) => one.checkVisibility({ visibilityProperty: true }));
  setTimeout(() => next?.focus({ preventScroll: true })); // or Firefox lets the same Enter follow a link
});
document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.matches("label[tabindex]")) {
    event.preventDefault(); // of scrolling; Enter is Material's
    event.target.click();
  } else if (event.key === " " && event.target.matches(".md-option")) { // the switch of the scheme: as on Enter
    event.preventDefault();
    event.target.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  } else if (event.key === "Escape" && drawer.checked && narrow.matches) {
    drawer.click();
    opener.focus();
  }
});
// The link that skips to the content takes the focus there; the jump alone does not always, in Firefox.
document.addEventListener("click", ({ target }) => {
  const skip = target.closest(".md-skip");
  const heading = skip && document.getElementById(decodeURIComponent(skip.hash.slice(1)));
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
});

// The search is a dialog, and a dialog has a name.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
