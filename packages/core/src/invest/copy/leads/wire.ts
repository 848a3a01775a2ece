/** Wire of the lists of leads. */
import { z } from 'zod'
import { textField, wholeField } from '../../../wire/fields.ts'

/** Which leads `leadList` takes. */
export const leadFilterFields = {
  state: z.enum(['all', 'open', 'ended']).default('all').meta({
    description:
      'open: new money can enter now, by risk score and capacity a minute ago at most; ended: ended leads',
  }),
  market: wholeField(1, 1_000_000_000)
    .optional()
    .meta({ description: 'pid of a market in which the lead closed a position' }),
  name: textField(40).optional().meta({ description: 'beginning of the username, in any case' }),
  maxrisk: wholeField(1, 10).optional().meta({ description: 'risk score at most' }),
  maxdrawdown: wholeField(1, 100).optional().meta({ description: 'percent at most' }),
  mindays: wholeField(1, 3650).optional().meta({ description: 'days of record at least' }),
  maxleverage: wholeField(1, 200)
    .optional()
    .meta({ description: 'average leverage of closed positions at most' }),
}
