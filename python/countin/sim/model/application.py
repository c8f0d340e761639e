"""Live.Application: Live itself; its version, its windows, its dialogs."""

from __future__ import annotations

from typing import Any, Final

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, Role, owner, part_of
from countin.sim.kernel.states import ApplicationState
from countin.sim.kernel.store import Store

application = Behaviour("Live.Application.Application")
view = Behaviour("Live.Application.Application.View")

VIEWS: Final = ("Browser", "Arranger", "Session", "Detail", "Detail/Clip", "Detail/DeviceChain")
SLOTS: Final = 7

application.constants(
    average_process_usage=1.5, peak_process_usage=2.5, number_of_push_apps_running=0, unavailable_features=()
)


@application.get("control_surfaces")
def get_control_surfaces(handle: Handle, _state: ApplicationState) -> list[Any]:  # scripts of any class
    """A fixed number of slots, None where empty; the host fills them."""
    scripts: list[Any] = list(handle.sim_store.seen(handle.sim_key, "scripts", ()))
    return [*scripts, *([None] * (SLOTS - len(scripts)))]


@application.get("browser")
def get_browser(handle: Handle, _state: ApplicationState) -> Handle:
    """One browser."""
    return owner(handle.sim_store, handle.sim_store.browser)


@application.get("view")
def get_view(handle: Handle, _state: ApplicationState) -> Handle:
    """What is shown."""
    return owner(handle.sim_store, handle.sim_key, part_of(Role.VIEW))


@application.do("get_document")
def get_document(handle: Handle, _state: ApplicationState) -> Handle:
    """The song."""
    return owner(handle.sim_store, handle.sim_store.song)


@application.do("get_major_version")
def get_major_version(handle: Handle, _state: ApplicationState) -> int:
    """12 of 12.3.6."""
    return handle.sim_store.version[0]


@application.do("get_minor_version")
def get_minor_version(handle: Handle, _state: ApplicationState) -> int:
    """3 of 12.3.6."""
    return handle.sim_store.version[1]


@application.do("get_bugfix_version")
def get_bugfix_version(handle: Handle, _state: ApplicationState) -> int:
    """6 of 12.3.6."""
    return handle.sim_store.version[2]


@application.do("get_version_string")
def get_version_string(handle: Handle, _state: ApplicationState) -> str:
    """All three."""
    return ".".join(str(number) for number in handle.sim_store.version)


@application.do("get_build_id")
def get_build_id(_handle: Handle, _state: ApplicationState) -> str:
    """Says that this is not Ableton Live."""
    return "embedded"


@application.do("get_variant")
def get_variant(_handle: Handle, _state: ApplicationState) -> str:
    """Everything is unlocked."""
    return "Suite"


@application.do("has_option")
def has_option(_handle: Handle, _state: ApplicationState, option: str) -> bool:
    """There is no Options.txt."""
    return False


# -- dialogs ----------------------------------------------------------------------------------------------------


def dialogs(store: Store) -> tuple[tuple[str, int], ...]:
    """The open dialogs: message and number of buttons."""
    return store.seen(store.application, "dialogs", ())


@application.get("open_dialog_count")
def get_open_dialog_count(handle: Handle, _state: ApplicationState) -> int:
    """0 mostly."""
    return len(dialogs(handle.sim_store))


@application.get("current_dialog_message")
def get_current_dialog_message(handle: Handle, _state: ApplicationState) -> str:
    """Empty without a dialog."""
    shown = dialogs(handle.sim_store)
    return shown[-1][0] if shown else ""


@application.get("current_dialog_button_count")
def get_current_dialog_button_count(handle: Handle, _state: ApplicationState) -> int:
    """0 without a dialog."""
    shown = dialogs(handle.sim_store)
    return shown[-1][1] if shown else 0


@application.do("press_current_dialog_button")
def press_current_dialog_button(handle: Handle, _state: ApplicationState, index: int) -> None:
    """Closes the dialog. RuntimeError without one, or for a button that it does not have."""
    shown = dialogs(handle.sim_store)
    if not shown or not 0 <= index < shown[-1][1]:
        raise RuntimeError("There is no such dialog button")
    handle.sim_store.put(handle.sim_key, "dialogs", shown[:-1])


@application.do("show_message")
def show_message(handle: Handle, _state: ApplicationState, text: Any, *_options: Any) -> int:
    """A message box; nobody presses its button but press_current_dialog_button."""
    message = str(getattr(text, "text", text))
    handle.sim_store.put(handle.sim_key, "dialogs", (*dialogs(handle.sim_store), (message, 1)))
    return 0


@application.do("show_on_the_fly_message")
def show_on_the_fly_message(handle: Handle, state: ApplicationState, message: str, *_options: Any) -> int:
    """The same with a plain text."""
    return show_message(handle, state, message)


# -- views ------------------------------------------------------------------------------------------------------


def _main_view(store: Store) -> str:
    return store.seen(store.application, "main view", "Session")


def _need_view(name: str) -> None:
    if name not in VIEWS:
        raise RuntimeError("The specified View Identifier does not exist")


@view.get("focused_document_view")
def get_focused_document_view(handle: Handle, _state: ApplicationState) -> str:
    """ "Session" or "Arranger"."""
    return _main_view(handle.sim_store)


@view.get("browse_mode")
def get_browse_mode(handle: Handle, _state: ApplicationState) -> bool:
    """Whether hot-swap is on."""
    return handle.sim_store.seen(handle.sim_store.browser, "hotswap_target") is not None


@view.do("toggle_browse")
def toggle_browse(handle: Handle, _state: ApplicationState) -> None:
    """Hot-swap of the appointed device on or off."""
    store = handle.sim_store
    target = None if get_browse_mode(handle, _state) else store.seen(store.song, "appointed_device")
    store.put(store.browser, "hotswap_target", target)


@view.do("available_main_views")
def available_main_views(_handle: Handle, _state: ApplicationState) -> tuple[str, ...]:
    """Six names."""
    return VIEWS


@view.do("is_view_visible")
def is_view_visible(handle: Handle, _state: ApplicationState, name: str, _main_only: bool = True) -> bool:
    """RuntimeError for an unknown name. Session and Arranger are complements; the detail tabs need Detail open."""
    _need_view(name)
    store = handle.sim_store
    if name in ("Session", "Arranger"):
        return _main_view(store) == name
    if name == "Browser":
        return store.seen(store.application, "Browser", True)
    detail: bool = store.seen(store.application, "Detail", True)
    return detail if name == "Detail" else detail and store.seen(store.application, "detail view", VIEWS[4]) == name


@view.do("show_view")
def show_view(handle: Handle, _state: ApplicationState, name: str) -> None:
    """An unknown name is silently ignored."""
    store = handle.sim_store
    if name in ("Session", "Arranger"):
        store.put(store.application, "main view", name)
    elif name in ("Browser", "Detail"):
        store.put(store.application, name, True)
    elif name in VIEWS:
        store.put(store.application, "Detail", True)
        store.put(store.application, "detail view", name)


@view.do("focus_view")
def focus_view(handle: Handle, state: ApplicationState, name: str) -> None:
    """Shows it and puts the focus there."""
    if name:
        _need_view(name)
        show_view(handle, state, name)
    handle.sim_store.put(handle.sim_store.application, "focus", name or _main_view(handle.sim_store))


@view.do("hide_view")
def hide_view(handle: Handle, _state: ApplicationState, name: str) -> None:
    """Browser and Detail hide; the main views and the detail tabs swap."""
    store = handle.sim_store
    if name in ("Session", "Arranger"):
        other = "Arranger" if name == "Session" else "Session"
        store.put(store.application, "main view", other if _main_view(store) == name else _main_view(store))
    elif name in ("Browser", "Detail"):
        store.put(store.application, name, False)
    elif name in VIEWS:
        store.put(store.application, "detail view", VIEWS[5] if name == VIEWS[4] else VIEWS[4])


@view.watch("view_focus_changed")
def watch_focus(handle: Handle, _state: ApplicationState) -> object:
    """Where the focus is."""
    return handle.sim_store.seen(handle.sim_store.application, "focus", "Session")


@view.do("scroll_view", "zoom_view")
def move_view(handle: Handle, _state: ApplicationState, direction: int, name: str, _modifier: bool) -> None:
    """Nothing is drawn; RuntimeError for an unknown view or direction."""
    if name:
        _need_view(name)
    if direction not in (0, 1, 2, 3):
        raise RuntimeError("Invalid direction")
    handle.sim_store.gate()
