"""What is wrong in a window of a browser."""

WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}


def watch(page, base):
    """A list that receives what goes wrong while `page` loads and runs, and every request to another host."""
    wrong = []

    def failed(request):
        if request.failure != "NS_BINDING_ABORTED":  # Firefox puts off a lazy picture that leaves the view
            wrong.append(f"request failed: {request.url} {request.failure}")

    def ask(route):
        here = route.request.url.startswith((base, "data:", "blob:"))
        if not here:
            wrong.append(f"another host was asked: {route.request.url}")
        route.continue_() if here else route.abort()

    page.on("console", lambda one: one.type in ("error", "warning") and wrong.append(f"console: {one.text}"))
    page.on("pageerror", lambda error: wrong.append(f"exception: {error}"))
    page.on("requestfailed", failed)
    page.on("response", lambda answer: answer.ok or wrong.append(f"request answered {answer.status}: {answer.url}"))
    page.route("**/*", ask)
    return wrong


def inaccessible(page):
    """What axe finds against WCAG 2.2, levels A and AA."""
    from axe_playwright_python.sync_playwright import Axe  # here: without a browser it may not be installed

    for rule in Axe().run(page, options=WCAG).response["violations"]:
        for node in rule["nodes"]:
            why = " ".join(node["failureSummary"].split())
            yield f"{rule['id']}, {rule['helpUrl']}: {' '.join(node['target'])}: {why}"
