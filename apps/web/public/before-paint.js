// Runs before the first paint: a page chosen dark never flashes white, and a small screen never sees the
// large site on its way to its own.
;(() => {
  const page = document.documentElement.dataset
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)
  let theme = null
  let direction = null
  let site = null
  try {
    theme = localStorage.getItem('glasshouse.theme')
    direction = localStorage.getItem('glasshouse.direction')
    site = localStorage.getItem('glasshouse.site')
  } catch {
    // Storage may be forbidden; the page then follows the system.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  page.theme = theme === 'day' || theme === 'night' ? theme : dark ? 'night' : 'day'
  if (direction === 'swap' || direction === 'cvd') page.direction = direction

  const { pathname, search, hash } = location
  page.site = pathname === '/m' || pathname.startsWith('/m/') ? 'phone' : 'desktop'
  if (page.site === 'phone' || innerWidth >= 750 || pathname === '/components') return
  const mobile = meta('glasshouse-mobile-site')?.content ?? ''
  if (site !== 'desktop' && /^(?:\/m$|https?:\/\/)/.test(mobile)) {
    location.replace(mobile.replace(/\/$/, '') + (pathname === '/' ? '' : pathname) + search + hash)
    return
  }
  // The large site on a small screen, because somebody asked for it: as wide as it is drawn for.
  meta('viewport').content = 'width=1024'
})()
