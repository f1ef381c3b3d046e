/**
 * How the pages look: the reader's own font, one accent, light or dark as the machine is set. Sizes
 * are in rem, so that a larger text takes the layout with it; one column at every width.
 */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7;
  --sheet: #ffffff;
  --text: #1b1f24;
  --quiet: #565d68;
  --line: #d9dde3;
  --edge: #7a818c;
  --accent: #1f5f8b;
  --accent-strong: #174a6e;
  --on-accent: #ffffff;
  --wash: #edf3f8;
  --alarm: #a3251b;
  --alarm-wash: #fdf1ef;
  --caution: #7a4d00;
  --caution-wash: #fdf5e4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12151a;
    --sheet: #1a1e25;
    --text: #e8eaee;
    --quiet: #a5adb9;
    --line: #313843;
    --edge: #7c8694;
    --accent: #8cc3ec;
    --accent-strong: #b0d7f4;
    --on-accent: #0e2231;
    --wash: #202b36;
    --alarm: #ffaaa0;
    --alarm-wash: #33201f;
    --caution: #f0c674;
    --caution-wash: #2f2818;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100svh;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  overflow-wrap: anywhere;
}
main { width: 100%; max-width: 28rem; margin: 0 auto; padding: 3rem 1rem 4rem; }
.brand { margin: 0 0 1rem; color: var(--quiet); font-size: .875rem; text-align: center; }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 1rem; padding: 2rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 0; font-size: 1rem; line-height: 1.4; font-weight: 650; }
h3 { margin: 0; color: var(--quiet); font-size: .875rem; line-height: 1.4; font-weight: 600; }
p { margin: 0; }
.lead { margin-top: .5rem; color: var(--quiet); }
.lead strong { color: var(--text); font-weight: 600; }
section { margin-top: 1.5rem; }
form { margin: 0; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[hidden] { display: none !important; }

.who { display: flex; gap: 1rem; align-items: flex-start; }
.who > div { min-width: 0; }
.mark {
  flex: none; display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: .75rem;
  background: var(--wash); color: var(--accent); font-size: 1.125rem; font-weight: 650;
}
.mark.person { border-radius: 50%; }

.field { margin-top: 1.25rem; }
.field:first-child { margin-top: 0; }
label, .label { display: block; font-weight: 600; }
.optional { color: var(--quiet); font-weight: 400; }
.hint { color: var(--quiet); font-size: .875rem; }
.fault { color: var(--alarm); font-size: .9375rem; font-weight: 600; }
input:not([type=hidden], [type=checkbox]) {
  display: block; width: 100%; min-height: 2.75rem; margin-top: .375rem; padding: .5rem .75rem;
  border: 1px solid var(--edge); border-radius: .5rem; background: var(--sheet); color: inherit; font: inherit;
}
input[aria-invalid=true] { border-color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); }
.check { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; font-weight: 400; }
.check input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }

button, .button {
  display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 2.75rem; padding: .5rem 1.25rem;
  border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  transition: background-color .12s, border-color .12s;
}
button:hover, .button:hover { background: var(--accent-strong); border-color: var(--accent-strong); color: var(--on-accent); }
.plain { background: transparent; border-color: var(--edge); color: var(--text); }
.plain:hover { background: var(--wash); border-color: var(--edge); color: var(--text); }
.link { width: auto; min-height: 2.75rem; padding: 0; border: 0; background: transparent; color: var(--accent); font-weight: 400; text-decoration: underline; text-underline-offset: .2em; text-decoration-thickness: 1px; }
.link:hover { background: transparent; color: var(--accent-strong); text-decoration-thickness: 2px; }
.account { justify-content: flex-start; gap: 1rem; padding: .625rem 1rem; text-align: left; }
.account .hint { font-weight: 400; }
button[disabled] { cursor: progress; opacity: .6; }
.actions { display: grid; gap: .75rem; margin-top: 1.5rem; }
@media (min-width: 26rem) { .actions.two { grid-template-columns: 1fr 1fr; } }

.or { display: flex; align-items: center; gap: .75rem; margin: 1.5rem 0; color: var(--quiet); font-size: .875rem; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
.below { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; margin-top: 1rem; }
.below a, .foot a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.foot { margin-top: 1.5rem; padding-top: .75rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .9375rem; }
.foot > * + * { margin-top: .25rem; }

.notice { margin-top: 1.5rem; padding: 1rem; border-radius: .5rem; background: var(--wash); }
.notice.alarm { background: var(--alarm-wash); border-left: 4px solid var(--alarm); border-radius: 0 .5rem .5rem 0; }
[role=alert]:focus-visible { outline: 2px solid var(--alarm); }
.notice.alarm a { color: var(--alarm); }
.notice h2 + p { margin-top: .25rem; }
.notice ul { margin: .5rem 0 0; padding-left: 1.25rem; }

.group { margin-top: 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.group ul { margin: .25rem 0 0; padding: 0; list-style: none; }
.group li { display: flex; flex-wrap: wrap; gap: .125rem .75rem; align-items: baseline; padding: .25rem 0 .25rem 1.25rem; position: relative; }
.group li::before { content: ""; position: absolute; left: .125rem; top: .875rem; width: .375rem; height: .375rem; border-radius: 50%; background: var(--edge); }
.tag { padding: .0625rem .5rem; border-radius: 1rem; border: 1px solid var(--line); color: var(--quiet); font-size: .8125rem; font-weight: 600; }
.tag.sensitive { border-color: currentColor; background: var(--caution-wash); color: var(--caution); }
.facts { margin: 1.5rem 0 0; padding: 1rem; border-radius: .5rem; background: var(--wash); }
.facts dt { color: var(--quiet); font-size: .875rem; }
.facts dd { margin: 0; font-weight: 600; }
.facts dd a { display: flex; align-items: center; width: fit-content; min-height: 2.75rem; margin-bottom: -.75rem; font-weight: 400; }
.facts dd + dt { margin-top: .75rem; }

.rows { margin: 1.5rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.rows > li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; justify-content: space-between; padding: .75rem 0; border-bottom: 1px solid var(--line); }
.rows > li > div { min-width: 0; }
.steps { margin: .5rem 0 1rem; padding: 0; }
.steps li + li { margin-top: .75rem; }
.steps code { display: block; margin-top: .25rem; padding: .5rem .75rem; border-radius: .5rem; background: var(--wash); }
.steps code span { white-space: nowrap; }
code { font: .9375em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }

.profile { display: grid; gap: .5rem; justify-items: center; text-align: center; }
.profile > * { min-width: 0; max-width: 100%; margin: 0; }
.profile .mark, .portrait { width: 7rem; height: 7rem; margin-bottom: .5rem; border-radius: 50%; }
.profile .mark { font-size: 2.25rem; }
.portrait { object-fit: cover; background: var(--wash); }
.prose { white-space: pre-line; }
.profile .prose { margin-top: .5rem; }
.group .prose { margin-top: .25rem; }
.outward { margin-top: .25rem; }
.outward a { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; justify-content: space-between; min-height: 2.75rem; padding: .625rem 0; }
.outward a { text-decoration: none; }
.outward span { min-width: 0; }
.outward .to { text-decoration: underline; text-underline-offset: .2em; text-decoration-thickness: 1px; }
.outward a:hover .to { text-decoration-thickness: 2px; }

@media (max-width: 30rem) {
  main { padding: 1.5rem 0 3rem; }
  .sheet { border-width: 1px 0; border-radius: 0; padding: 1.5rem 1rem; }
}
@media (prefers-reduced-motion: reduce) { *, *::before, *::after { transition: none !important; animation: none !important; } }
@media (forced-colors: active) { .mark, .portrait, .tag, .notice, .facts { border: 1px solid CanvasText; } }
`
