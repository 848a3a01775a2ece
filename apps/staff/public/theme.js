// Runs before the first paint, so that the night theme does not flash white.
;(() => {
  const page = document.documentElement.dataset
  let theme = null
  let direction = null
  try {
    theme = localStorage.getItem('glasshouse.theme')
    direction = localStorage.getItem('glasshouse.direction')
  } catch {
    // If storage is blocked, the page follows the system settings.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  page.theme = theme === 'day' || theme === 'night' ? theme : dark ? 'night' : 'day'
  if (direction === 'swap' || direction === 'cvd') page.direction = direction
})()
