/** What the settings page says about AI ordering: whether runs may start, and how many have not ended. */
export const aiStateText = (
  { on, running }: { readonly on: number; readonly running: number },
  wholeText: (value: number) => string,
): string => {
  const runs = running === 1 ? '1 run has not ended' : `${wholeText(running)} runs have not ended`
  return `${on === 1 ? 'Customers with access may start runs' : 'No customer can start a run'}; ${runs}.`
}
