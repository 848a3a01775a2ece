// Runs before the first paint, so that a page chosen dark never flashes white.
;(() => {
  const page = document.documentElement.dataset
  let theme = null
  let direction = null
  try {
    theme = localStorage.getItem('glasshouse.theme')
    direction = localStorage.getItem('glasshouse.direction')
  } catch {
    // Storage may be forbidden; the page then follows the system.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  page.theme = theme === 'day' || theme === 'night' ? theme : dark ? 'night' : 'day'
  if (direction === 'swap' || direction === 'cvd') page.direction = direction
})()
