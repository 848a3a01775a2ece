// Runs before the first paint, so that the night theme does not flash white and a small screen does not show the
// desktop site before the redirect to the phone site.
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
    // If storage is blocked, the page follows the system settings.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  page.theme = theme === 'day' || theme === 'night' ? theme : dark ? 'night' : 'day'
  if (direction === 'swap' || direction === 'cvd') page.direction = direction

  const { pathname, search, hash } = location
  page.site = pathname === '/m' || pathname.startsWith('/m/') ? 'phone' : 'desktop'
  if (page.site === 'phone' || innerWidth >= 750) return
  const mobile = meta('glasshouse-mobile-site')?.content ?? ''
  if (site !== 'desktop' && /^(?:\/m$|https?:\/\/)/.test(mobile)) {
    location.replace(mobile.replace(/\/$/, '') + (pathname === '/' ? '' : pathname) + search + hash)
    return
  }
  // The user chose the desktop site on a small screen: use its design width.
  meta('viewport').content = 'width=1024'
})()
