import { sampleTextIn, sampleTexts } from '@glasshouse/core/community/samples'
import type { Tx } from '../../platform/index.ts'
import { insertText, updateAnswerCount } from '../store/texts.ts'
import { newText } from './post.ts'

/** Publishes the sample texts of practice mode, each a minute after the one before. */
export const addSampleTexts = async (tx: Tx, nowMs: number): Promise<void> => {
  const ids = new Map<string, number>()
  for (const [at, { name, kind, answers, isStaff }] of sampleTexts.entries()) {
    const parentId = answers === null ? 0 : (ids.get(answers) ?? 0)
    const speech = sampleTexts.find((other) => other.name === answers)?.answers ?? answers
    const id = await insertText(tx, {
      ...newText(kind, sampleTextIn(name, 'en'), nowMs - (sampleTexts.length - at) * 60_000),
      uid: null,
      staff_id: null,
      sample: name,
      is_staff: isStaff,
      parent_id: parentId,
      speech_id: speech === null ? 0 : (ids.get(speech) ?? 0),
      answers_id: null,
    })
    ids.set(name, id)
    await updateAnswerCount(tx, parentId)
  }
}
