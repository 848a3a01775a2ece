import { createDeviceSwitch } from './deviceSwitch.ts'

const confirmation = createDeviceSwitch('glasshouse.confirmOrders', true)

/** Whether an order is confirmed in a dialog before it is sent from this device. */
export const useConfirmsOrders = confirmation.use
/** Turns the confirmation of orders on this device on or off. */
export const setConfirmsOrders = confirmation.set
