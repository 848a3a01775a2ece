import type { AnyRoute, Platform } from '../platform/index.ts'
import { depositRoutes } from './routes/deposits.ts'
import { destinationRoutes } from './routes/destinations.ts'
import { assertOperatorAddressesValid } from './service/depositAddresses.ts'

/**
 * Calls of customers for deposits and destinations.
 *
 * @throws InvalidSettingsError an operator address is mistyped
 */
export const fundingRoutes = (
  deps: Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>,
): AnyRoute[] => {
  assertOperatorAddressesValid(deps.settings)
  return [...depositRoutes(deps), ...destinationRoutes(deps)]
}
