/**
 * Asks the browser to fill the screen with the page. `onLeave` is called when the reader leaves by Escape or the
 * browser; where the browser has no full screen, Escape alone leaves. Returns the function that ends it.
 */
export const enterFullScreen = (onLeave: () => void): (() => void) => {
  const onChange = (): void => {
    if (!document.fullscreenElement) onLeave()
  }
  const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent): void => {
    if (key === 'Escape' && !defaultPrevented && !document.fullscreenElement) onLeave()
  }
  document.addEventListener('fullscreenchange', onChange)
  document.addEventListener('keydown', onKeyDown)
  void document.documentElement.requestFullscreen?.().catch(() => undefined)
  return () => {
    document.removeEventListener('fullscreenchange', onChange)
    document.removeEventListener('keydown', onKeyDown)
    if (document.fullscreenElement) void document.exitFullscreen()
  }
}
