import { z } from 'zod'
import { wholeField } from '../../wire/fields.ts'

/** Which leads `leadList` takes. */
export const leadFilterFields = {
  state: z.enum(['all', 'open', 'ended']).default('all').meta({
    description: 'open: new money can enter now, by risk score and capacity left; ended: ended leads',
  }),
  maxrisk: wholeField(1, 10).optional().meta({ description: 'risk score at most' }),
  maxdrawdown: wholeField(1, 100).optional().meta({ description: 'percent at most' }),
  mindays: wholeField(1, 3650).optional().meta({ description: 'days of record at least' }),
  maxleverage: wholeField(1, 200)
    .optional()
    .meta({ description: 'average leverage of closed positions at most' }),
}
