import type { GaugeName } from '@glasshouse/core/console/gauges'

/** Name of a gauge at `/metrics`; limited to those that the console shows. */
export const gaugeName = (name: GaugeName): string => `glasshouse_${name}`
