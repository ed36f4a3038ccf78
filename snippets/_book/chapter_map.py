"""The chapter map: the graph of the concepts as HTML nodes that are links, over an SVG of the arrows.

Nodes are placed in rows of at most three, each below all that it requires, in units that do not depend on
the page: a third of its width across, a row down. How high a row is, the stylesheet says. It stretches the drawing
to the same size, which so serves any width and any size of text.
"""

ACROSS = 3
ROW = 84  # from one row to the next, in units of the drawing
NODE = 54  # what is kept free of arrows for a node; the stylesheet gives nodes the same share of a row


def layout(concepts):
    """(column, row) of each concept by slug; columns may be halves, so that short rows stand in the middle."""
    rows, row_of = [], {}
    for concept in concepts.order:
        row = 1 + max((row_of[slug] for slug in concept.requires), default=-1)
        while row < len(rows) and len(rows[row]) == ACROSS:
            row += 1
        rows += [[] for _ in range(row + 1 - len(rows))]
        rows[row].append(concept)
        row_of[concept.slug] = row
    places = {}
    for row, members in enumerate(rows):
        # Each concept near those that it requires: sorted by where these stand.
        members.sort(key=lambda one: _middle(one, places))
        for column, concept in enumerate(members):
            places[concept.slug] = (column + (ACROSS - len(members)) / 2, row)
    return places


def _middle(concept, places):
    columns = [places[slug][0] for slug in concept.requires]
    return sum(columns) / len(columns) if columns else (ACROSS - 1) / 2


def draw(concepts):
    """(Markdown of the map, SVG of its arrows)."""
    if not concepts:
        return "", ""
    places = layout(concepts)
    rows = 1 + max(row for _, row in places.values())
    arrows = [
        _arrow(places[slug], places[concept.slug]) for concept in concepts.values() for slug in concept.requires
    ]
    # The width is stretched to the page, so lines keep their weight by vector-effect.
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="{ROW * rows}" viewBox="0 0 300 {ROW * rows}" '
        'preserveAspectRatio="none"><style>path{fill:none;stroke:#5b6675;stroke-width:1.2;'
        "vector-effect:non-scaling-stroke}@media(prefers-color-scheme:dark){path{stroke:#98a3b3}}</style>\n"
        + "\n".join(arrows)
        + "\n</svg>\n"
    )
    nodes = []
    for concept in concepts.order:
        column, row = places[concept.slug]
        style = f'style="--column:{column:g};--at:{row}"'
        if concept.planned:
            nodes.append(f'<span class="node planned" {style}>{concept.title}</span>')
        else:
            nodes.append(f"[{concept.title}](concepts/{concept.slug}.md){{ .node {style} }}")
    written = sum(not concept.planned for concept in concepts.values())
    alt = (
        f"Arrows from each concept to those that need it: {len(concepts)} concepts, {written} written, "
        f"{len(arrows)} arrows, read from top to bottom."
    )
    image = f"![{alt}](figures/chapter-map.svg){{ .arrows width=300 height={ROW * rows} }}"
    parts = [f'<div class="map" style="--rows:{rows}" markdown>', image, *nodes, "</div>"]
    return "\n\n".join(parts) + "\n", svg


def _arrow(start, end):
    """A curve from the lower edge of one node to the upper edge of another."""
    x0, y0 = 100 * start[0] + 50, ROW * start[1] + NODE
    x1, y1 = 100 * end[0] + 50, ROW * end[1]
    bend = (y1 - y0) / 2
    return f'<path d="M{x0:g} {y0:g}C{x0:g} {y0 + bend:g} {x1:g} {y1 - bend:g} {x1:g} {y1:g}"/>'
