import { gaugeNames } from '@glasshouse/core/console/gauges'
import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('registers exactly the gauges that the console shows', async () => {
  const all = await createMetrics().registry.getMetricsAsJSON()
  const gauges = all.filter(({ name, type }) => name.startsWith('glasshouse_') && String(type) === 'gauge')
  expect(gauges.map(({ name }) => name).toSorted()).toEqual(
    gaugeNames.map((name) => `glasshouse_${name}`).toSorted(),
  )
})
