import { createDeviceSwitch } from '../deviceSwitch.ts'

/** Whether a receipt was opened in this browser; the first steps tick it. */
export const { set: setReceiptOpened, use: useReceiptOpened } = createDeviceSwitch(
  'glasshouse.receiptOpened',
  false,
)
