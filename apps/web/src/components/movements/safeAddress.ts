/** Address of a payment page if its protocol is allowed; otherwise null. */
export const safeAddress = (text: string): string | null => {
  const address = URL.parse(text, window.location.href)
  return address?.protocol === 'http:' || address?.protocol === 'https:' ? address.href : null
}
