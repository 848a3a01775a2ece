/** Whether the platform runs in practice mode. The server writes the mode into the page. */
export const isPractice: boolean =
  document.querySelector('meta[name="glasshouse-mode"]')?.getAttribute('content') !== 'live'
