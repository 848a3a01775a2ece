export { alertRoutes } from './routes.ts'
export { type Alerts, listAlerts, openAlerts } from './service/alerts.ts'
export { deleteAlertsOf } from './store.ts'
