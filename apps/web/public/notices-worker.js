// Opens what a browser notification is about. It answers no requests and keeps no data: pages show the notifications.
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
