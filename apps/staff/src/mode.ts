/** Whether this house plays with play money; the server writes it into the page. */
export const isPractice: boolean =
  document.querySelector('meta[name="glasshouse-mode"]')?.getAttribute('content') !== 'live'
