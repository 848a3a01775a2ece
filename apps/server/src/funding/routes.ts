import type { AnyRoute, Platform } from '../platform/index.ts'
import { depositRoutes } from './routes/deposits.ts'
import { destinationRoutes } from './routes/destinations.ts'

export const fundingRoutes = (
  deps: Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>,
): AnyRoute[] => [...depositRoutes(deps), ...destinationRoutes(deps)]
