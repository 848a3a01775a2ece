import type { SwitchState } from '@glasshouse/core/ai/codec'

/** What the settings page says about AI ordering: whether runs may start, and how many have not ended. */
export const aiStateText = (
  { isOn, running }: Pick<SwitchState, 'isOn' | 'running'>,
  wholeText: (value: number) => string,
): string => {
  const runs = running === 1 ? '1 run has not ended' : `${wholeText(running)} runs have not ended`
  return `${isOn ? 'Customers with access may start runs' : 'No customer can start a run'}; ${runs}.`
}
