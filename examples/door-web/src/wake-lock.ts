/** Keeps the screen on while the page is in view, where the browser can. */
export const keepAwake = (): void => {
  const ask = (): void => {
    if (document.visibilityState === "visible" && "wakeLock" in navigator)
      void navigator.wakeLock.request("screen").catch(() => undefined)
  }
  // The browser takes the lock back whenever the page is hidden.
  document.addEventListener("visibilitychange", ask)
  ask()
}
