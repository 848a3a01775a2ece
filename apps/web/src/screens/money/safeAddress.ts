/** The address of a payment page, if it is one a browser may open. */
export const safeAddress = (text: string): string | null => {
  const address = URL.parse(text, window.location.href)
  return address?.protocol === 'http:' || address?.protocol === 'https:' ? address.href : null
}
