// Answers a page that cannot be reached with a page that says so, and opens what a browser notification is about.
// Nothing else is kept: prices and balances are never shown from a store.
const store = 'offline-1'
const kept = ['/offline.html', '/offline.js']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(kept)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const removeFormer = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name !== store).map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(removeFormer())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const isKept = kept.includes(new URL(request.url).pathname)
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(() => caches.match('/offline.html')))
  else if (isKept) event.respondWith(fetch(request).catch(() => caches.match(request)))
})

const openNotice = async (link) => {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages[0]
  if (page === undefined) return self.clients.openWindow(link)
  page.postMessage({ openNotice: link })
  return page.focus()
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(event.notification.data.link))
})
