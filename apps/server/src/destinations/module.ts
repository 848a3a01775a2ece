import { destinationPersonalData } from './personalData.ts'
import { destinationRoutes } from './routes.ts'
import { sealedDestinations } from './service/sealed.ts'

/** What the composition root connects of this module. */
export const destinationsModule = {
  personalData: destinationPersonalData,
  routes: destinationRoutes,
  sealedColumns: sealedDestinations,
}
