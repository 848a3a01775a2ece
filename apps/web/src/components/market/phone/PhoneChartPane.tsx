import { useMemo } from 'react'
import { ChartPane, type ChartPaneProps } from '../../chart/ChartPane.tsx'
import { PhoneToolbar } from '../../chart/PhoneToolbar.tsx'

/** Chart above a sheet: the raised sheet leaves space only for prices, and the drawing tools lower it. */
export function PhoneChartPane({
  raised,
  onRaised,
  ...pane
}: ChartPaneProps & { raised: boolean; onRaised: (raised: boolean) => void }) {
  const { preferences, change } = pane
  const visiblePreferences = useMemo(
    () => (raised ? { ...preferences, volume: false, tools: false } : preferences),
    [preferences, raised],
  )
  const onTools = (tools: boolean): void => {
    change({ tools })
    if (tools) onRaised(false)
  }
  return (
    <ChartPane {...pane} preferences={visiblePreferences} PhoneBar={PhoneToolbar} onPhoneTools={onTools} />
  )
}
