import { createDeviceSwitch } from '../../components/deviceSwitch.ts'

const hidden = createDeviceSwitch('glasshouse.amountsHidden', false)

/** Hides or shows the amounts on this machine; other tabs follow. */
export const hideAmounts = hidden.set
/** Whether amounts are hidden from whoever looks over a shoulder. */
export const useHidden = hidden.use
