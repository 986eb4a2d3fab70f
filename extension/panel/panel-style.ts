/** The panel's look; it stands in a shadow root, so that neither page nor panel dresses the other. */
export const PANEL_STYLE = `
:host { all: initial; }
.panel {
  --paper: #fff; --ink: #14181d; --muted: #565d66; --rule: #dcd9d0; --signal: #1b4fcc; --on-signal: #fff; --fail: #a8221b;
  position: fixed; z-index: 2147483647; top: 16px; right: 16px; box-sizing: border-box;
  width: min(360px, calc(100vw - 32px)); max-height: calc(100vh - 32px); overflow-y: auto; padding: 16px;
  color: var(--ink); background: var(--paper); border: 1px solid var(--rule); border-radius: 10px;
  box-shadow: 0 8px 32px rgb(0 0 0 / 25%); font: 14px/1.45 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  .panel {
    --paper: #171b21; --ink: #edeff2; --muted: #a4acb6; --rule: #2d343d; --signal: #8cb0ff; --on-signal: #0b1220; --fail: #ff9389;
  }
}
* { box-sizing: border-box; font: inherit; color: inherit; }
.head { display: flex; align-items: center; justify-content: space-between; gap: 8px; }
h2 { margin: 0; font-weight: 600; font-size: 16px; }
h3 { margin: 12px 0 4px; font-weight: 600; }
p { margin: 10px 0 0; }
dl { margin: 8px 0 0; }
dl > div { display: grid; grid-template-columns: 6.5rem 1fr; gap: 8px; padding: 5px 0; border-bottom: 1px solid var(--rule); }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
button, a.button {
  display: block; width: 100%; min-height: 40px; margin-top: 12px; padding: 8px 12px; border: 0; border-radius: 6px;
  background: var(--signal); color: var(--on-signal); font-weight: 500; text-align: center; text-decoration: none; cursor: pointer;
}
button.quiet { background: none; border: 1px solid var(--rule); color: var(--ink); }
button.close { width: 32px; min-height: 32px; margin: 0; padding: 0; background: none; color: var(--ink); font-size: 20px; line-height: 1; }
input {
  display: block; width: 100%; min-height: 40px; margin-top: 4px; padding: 8px; border: 1px solid var(--rule); border-radius: 6px;
  background: var(--paper); text-transform: uppercase;
}
label { display: block; margin-top: 10px; }
button[disabled] { opacity: .5; cursor: not-allowed; }
:focus-visible { outline: 2px solid var(--signal); outline-offset: 2px; }
.muted { color: var(--muted); }
.fault { color: var(--fail); }
progress { width: 100%; margin-top: 10px; accent-color: var(--signal); }
`;
