import { createDeviceSwitch } from './deviceSwitch.ts'

const confirmation = createDeviceSwitch('glasshouse.confirmOrders', true)

/** Whether orders must be confirmed in a dialog on this device. */
export const useConfirmsOrders = confirmation.use
/** Turns the order confirmation on this device on or off. */
export const setConfirmsOrders = confirmation.set
