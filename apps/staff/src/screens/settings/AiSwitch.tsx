import type { DataOf } from '@glasshouse/core/calls'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation, useQueryCall } from '../../data/query.ts'
import { instantText, wholeText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { HelpText, Section } from '../../parts/ConsolePage.tsx'
import { aiStateText } from './aiState.ts'
import styles from './Settings.module.css'

type State = DataOf<'/staff/api/aiSwitch'>

/** State of AI ordering for all customers, and the switch. Only managers may ask: each look is in the audit log. */
export function AiSwitch() {
  const reason = managerOnlyReason(useCurrentStaff())
  const state = useQueryCall('/staff/api/aiSwitch', {}, { off: reason !== null })
  const [isOpen, setOpen] = useState(false)
  const { data } = state
  return (
    <Section
      title="AI ordering"
      note={data === undefined ? (reason ?? state.problem ?? 'Loading…') : aiStateText(data, wholeText)}
      acts={
        <>
          {data && <Badge tone={data.on === 1 ? 'brand' : 'warn'}>{data.on === 1 ? 'on' : 'off'}</Badge>}
          <Button size="s" reason={data === undefined ? true : undefined} onClick={() => setOpen(true)}>
            {data?.on === 0 ? 'Switch on' : 'Switch off'}
          </Button>
        </>
      }
    >
      <div className={styles.switched}>
        <HelpText>
          {data === undefined || data.changed === null
            ? 'Never switched.'
            : `Switched ${instantText(data.changed)}: ${data.remark}`}
        </HelpText>
      </div>
      {isOpen && data && <Switch state={data} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Asks for the remark and says what the switch does. */
function Switch({ state, onClose }: { state: State; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/aiSwitch')
  const [remark, setRemark] = useState('')
  const isOn = state.on === 1
  const act = async () => {
    const done = await command.run({ on: isOn ? 0 : 1, remark: remark.trim() })
    if (done === null) return
    showToast({ title: `AI ordering is ${done.on === 1 ? 'on' : 'off'} for all customers` })
    reload('/staff/api/aiSwitch', '/staff/api/auditLog')
    onClose()
  }
  return (
    <ConfirmDialog
      title={isOn ? 'Switch AI ordering off' : 'Switch AI ordering on'}
      consequence={
        isOn
          ? `No customer can start a run. ${wholeText(state.running)} running: a run without an open trade ends with its next candle. Open trades keep their stops; a run in a trade ends when it closes.`
          : 'Customers with access may start runs again. Runs that ended stay ended.'
      }
      act={isOn ? 'Switch off' : 'Switch on'}
      danger={isOn}
      busy={command.busy && 'Switching'}
      problem={command.problem}
      locked={remark.trim() === '' ? 'Say why.' : null}
      onAct={() => void act()}
      onClose={onClose}
    >
      <Field
        label="Why"
        limits="kept for ever"
        maxLength={500}
        value={remark}
        onChange={setRemark}
        autoFocus
      />
    </ConfirmDialog>
  )
}
