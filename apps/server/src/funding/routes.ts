import type { AnyRoute, Platform } from '../platform/index.ts'
import { depositRoutes } from './routes/deposits.ts'
import { destinationRoutes } from './routes/destinations.ts'
import { assertOperatorAddressesValid } from './service/depositAddresses.ts'

/** The calls for customers about money in and where it may go; throws `BadSettings` for a mistyped address. */
export const fundingRoutes = (
  deps: Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>,
): AnyRoute[] => {
  assertOperatorAddressesValid(deps.settings)
  return [...depositRoutes(deps), ...destinationRoutes(deps)]
}
