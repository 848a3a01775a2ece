import { Gauge, type Registry } from 'prom-client'

/** Measures what one of several processes does, whenever `/metrics` is read. A process that is alone leads. */
export const createProcessGauges = (
  registry: Registry,
  { isLeading, isConnected }: { readonly isLeading: () => boolean; readonly isConnected: () => boolean },
): void => {
  const gauge = (name: string, help: string, holds: () => boolean): void => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(holds() ? 1 : 0)
        },
      }),
    )
  }
  gauge('glasshouse_leading', 'Whether this process leads: 1 or 0', isLeading)
  gauge('glasshouse_nats_connected', 'Whether this process reaches the others over NATS: 1 or 0', isConnected)
}
