import { Field } from '@glasshouse/ui/Field'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { formatAmount } from '../../formatters.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { NumberField } from '../../parts/NumberField.tsx'
import { type Direction, type Reserve, reserveLabel, validateCapitalMove } from './reserve.ts'

/** Moves the operator's capital. The name of the reserve must be typed again to prevent mistakes. */
export function Fund({ reserve, onClose }: { reserve: Omit<Reserve, 'days'>; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/fund')
  const [direction, setDirection] = useState<Direction>('in')
  const [amount, setAmount] = useState('')
  const [remark, setRemark] = useState('')
  const [typed, setTyped] = useState('')
  const { name } = reserveLabel(reserve)
  const wrong = validateCapitalMove(reserve, direction, amount.trim())
  const all = firstThatPasses(
    [reserve.free],
    (text) => validateCapitalMove(reserve, direction, text) === null,
  )
  const locked =
    wrong ??
    (remark.trim() === ''
      ? 'Say why.'
      : typed.trim().toLowerCase() === reserve.reserve
        ? null
        : `Type ${reserve.reserve} to confirm.`)
  const act = async () => {
    const { asset } = reserve
    const request = {
      reserve: reserve.reserve,
      asset,
      direction,
      amount: amount.trim(),
      remark: remark.trim(),
    }
    const done = await command.run(request)
    if (done === null) return
    showToast(
      done.waits
        ? {
            title: 'It waits for a second manager',
            text: 'No money moved. It is done when another manager agrees within 24 hours.',
          }
        : {
            title: `${name}: ${formatAmount(done.balance)} ${asset}`,
            text: `${formatAmount(done.free)} are free.`,
          },
    )
    reload('/staff/api/reserveList', '/staff/api/fundList', '/staff/api/proposalList')
    onClose()
  }
  return (
    <ConfirmDialog
      title={`${name}: put in or take out`}
      consequence="It moves the operator’s own capital, is kept in the ledger under your name, and reaches no customer."
      act={direction === 'in' ? 'Deposit capital' : 'Withdraw capital'}
      busy={command.busy && 'Moving'}
      danger={direction === 'out'}
      problem={command.problem}
      locked={locked}
      onAct={() => void act()}
      onClose={onClose}
    >
      <SegmentedControl
        label="Way"
        options={[
          { value: 'in', label: 'Deposit capital' },
          { value: 'out', label: 'Withdraw capital' },
        ]}
        value={direction}
        onChange={setDirection}
      />
      <NumberField
        label="Amount"
        limits={direction === 'out' ? `free: ${formatAmount(reserve.free)}` : 'above 0'}
        unit={reserve.asset}
        value={amount}
        onChange={setAmount}
        error={amount !== '' && wrong}
        fix={
          direction === 'out' && wrong && all !== null
            ? { text: 'All that is free', onUse: () => setAmount(all) }
            : undefined
        }
      />
      <Field label="Why" limits="kept for ever" maxLength={500} value={remark} onChange={setRemark} />
      <Field label={`Type ${reserve.reserve}`} value={typed} onChange={setTyped} />
    </ConfirmDialog>
  )
}
