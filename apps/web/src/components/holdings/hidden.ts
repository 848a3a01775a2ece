import { createDeviceSwitch } from '../deviceSwitch.ts'

const hidden = createDeviceSwitch('glasshouse.amountsHidden', false)

/** Hides or shows balances on this device; synchronized between tabs. */
export const hideAmounts = hidden.set
/** Whether balances are hidden on this device. */
export const useHidden = hidden.use
