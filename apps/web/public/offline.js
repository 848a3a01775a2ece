// Shows the text of the page’s language in the theme of this device, and loads the page again once there is a connection.
;(() => {
  const texts = [...document.querySelectorAll('main')]
  let [code, theme] = [null, null]
  try {
    code = localStorage.getItem('glasshouse.language')
    theme = localStorage.getItem('glasshouse.theme')
  } catch {
    // If storage is blocked, the page follows the browser.
  }
  const ofTag = (tag) => texts.find(({ lang }) => tag.toLowerCase().startsWith(lang.split('-')[0]))
  const traditional = (tag) =>
    /^zh-(hant|tw|hk|mo)/i.test(tag) ? texts.find(({ lang }) => lang === 'zh-Hant') : undefined
  const shown =
    texts.find((text) => text.dataset.code === code) ??
    navigator.languages.map((tag) => traditional(tag) ?? ofTag(tag)).find(Boolean) ??
    texts[0]
  for (const text of texts) text.hidden = text !== shown
  document.documentElement.lang = shown.lang
  document.title = shown.querySelector('h1').textContent
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme =
    theme === 'day' || theme === 'night' ? theme : isDark ? 'night' : 'day'
  shown.querySelector('button').onclick = () => location.reload()
  addEventListener('online', () => location.reload())
})()
