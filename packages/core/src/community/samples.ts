import type { Language } from '../wire/languages.ts'
import type { TextKind } from './rules.ts'

type SampleText = {
  readonly name: string
  readonly kind: TextKind
  /** Name of the sample that it answers; null of a speech. */
  readonly answers: string | null
  readonly isStaff: boolean
  readonly words: Readonly<Record<Language, string>>
}

/** Texts that practice mode ships, each of which says that it is a sample; a sample stands behind what it answers. */
export const sampleTexts: readonly SampleText[] = [
  {
    name: 'plainText',
    kind: 'speech',
    answers: null,
    isStaff: false,
    words: {
      en: 'Sample text. Links, addresses and phone numbers in a post stay plain text. Nothing you read here can be clicked, so check an address yourself before you trust it.',
      es: 'Texto de muestra. Los enlaces, direcciones y números de teléfono de una publicación quedan como texto simple. Nada de lo que lees aquí se puede pulsar; comprueba cualquier dirección antes de confiar en ella.',
      pt: 'Texto de amostra. Links, endereços e números de telefone em uma publicação permanecem texto simples. Nada do que você lê aqui pode ser clicado; verifique um endereço antes de confiar nele.',
      ru: 'Образец текста. Ссылки, адреса и номера телефонов в публикации остаются обычным текстом. Нажать здесь ни на что нельзя, поэтому проверьте адрес, прежде чем ему доверять.',
      ja: 'サンプルの投稿です。投稿内のリンク、アドレス、電話番号はただの文字として表示され、クリックできません。信頼する前に必ずご自身で確認してください。',
      kr: '예시 글입니다. 글 속의 링크, 주소, 전화번호는 일반 텍스트로만 표시되며 클릭할 수 없습니다. 믿기 전에 직접 확인하세요.',
      th: 'ข้อความตัวอย่าง ลิงก์ ที่อยู่ และหมายเลขโทรศัพท์ในโพสต์จะเป็นข้อความธรรมดาและกดไม่ได้ โปรดตรวจสอบด้วยตนเองก่อนเชื่อถือ',
      zh_CN: '示例帖子。帖子中的链接、地址和电话号码只显示为纯文本，无法点击。请自行核实后再相信。',
      zh_TW: '範例貼文。貼文中的連結、地址和電話號碼只顯示為純文字，無法點擊。請自行查證後再相信。',
    },
  },
  {
    name: 'moderation',
    kind: 'speech',
    answers: null,
    isStaff: false,
    words: {
      en: 'Sample text. Customers write here what they did and ask each other. A moderator reads every post before it appears and cannot change a word of it.',
      es: 'Texto de muestra. Aquí los clientes cuentan lo que han hecho y se preguntan entre sí. Un moderador lee cada publicación antes de que aparezca y no puede cambiar ni una palabra.',
      pt: 'Texto de amostra. Aqui os clientes contam o que fizeram e perguntam uns aos outros. Um moderador lê cada publicação antes que ela apareça e não pode mudar nenhuma palavra.',
      ru: 'Образец текста. Здесь клиенты пишут о своём опыте и задают друг другу вопросы. Модератор читает каждую публикацию до её появления и не может изменить в ней ни слова.',
      ja: 'サンプルの投稿です。お客様がここで経験を書き、互いに質問します。モデレーターは公開前にすべての投稿を読みますが、一字も変更できません。',
      kr: '예시 글입니다. 고객이 여기에서 경험을 쓰고 서로 질문합니다. 모더레이터는 게시 전에 모든 글을 읽지만 한 글자도 바꿀 수 없습니다.',
      th: 'ข้อความตัวอย่าง ลูกค้าเขียนเล่าสิ่งที่ทำและถามกันที่นี่ ผู้ดูแลอ่านทุกโพสต์ก่อนเผยแพร่และแก้ไขไม่ได้แม้แต่คำเดียว',
      zh_CN: '示例帖子。客户在这里分享经历、互相提问。版主会在发布前阅读每一条帖子，但一个字也不能改。',
      zh_TW: '範例貼文。客戶在這裡分享經歷、互相提問。版主會在發布前閱讀每一則貼文，但一個字也不能改。',
    },
  },
  {
    name: 'comment',
    kind: 'comment',
    answers: 'moderation',
    isStaff: false,
    words: {
      en: 'Sample comment. What happens to a post that is rejected?',
      es: 'Comentario de muestra. ¿Qué pasa con una publicación rechazada?',
      pt: 'Comentário de amostra. O que acontece com uma publicação rejeitada?',
      ru: 'Образец комментария. Что происходит с отклонённой публикацией?',
      ja: 'サンプルのコメントです。却下された投稿はどうなりますか？',
      kr: '예시 댓글입니다. 거절된 글은 어떻게 되나요?',
      th: 'ความคิดเห็นตัวอย่าง โพสต์ที่ถูกปฏิเสธจะเป็นอย่างไร',
      zh_CN: '示例评论。被拒绝的帖子会怎样？',
      zh_TW: '範例留言。被拒絕的貼文會怎樣？',
    },
  },
  {
    name: 'staffReply',
    kind: 'reply',
    answers: 'comment',
    isStaff: true,
    words: {
      en: 'Sample reply. Its author sees the reason and what the moderator wrote, and can appeal once. Another person decides the appeal.',
      es: 'Respuesta de muestra. Su autor ve el motivo y lo que escribió el moderador, y puede apelar una vez. Otra persona decide la apelación.',
      pt: 'Resposta de amostra. O autor vê o motivo e o que o moderador escreveu, e pode recorrer uma vez. Outra pessoa decide o recurso.',
      ru: 'Образец ответа. Автор видит причину и пояснение модератора и может один раз подать апелляцию. Её рассматривает другой сотрудник.',
      ja: 'サンプルの返信です。投稿者には理由とモデレーターの説明が表示され、一度だけ異議を申し立てられます。異議は別の担当者が判断します。',
      kr: '예시 답글입니다. 작성자는 이유와 모더레이터의 설명을 볼 수 있고 한 번 이의를 제기할 수 있습니다. 이의는 다른 담당자가 결정합니다.',
      th: 'คำตอบตัวอย่าง ผู้เขียนจะเห็นเหตุผลและคำอธิบายของผู้ดูแล และยื่นอุทธรณ์ได้หนึ่งครั้ง โดยเจ้าหน้าที่อีกคนเป็นผู้ตัดสิน',
      zh_CN: '示例回复。作者会看到原因和版主的说明，并可申诉一次。申诉由另一名工作人员决定。',
      zh_TW: '範例回覆。作者會看到原因和版主的說明，並可申訴一次。申訴由另一名工作人員決定。',
    },
  },
]

/** The words of a sample text in a language; throws for an unknown name. */
export const sampleTextIn = (name: string, lang: Language): string => {
  const found = sampleTexts.find((sample) => sample.name === name)
  if (found === undefined) throw new Error(`there is no sample text ${name}`)
  return found.words[lang]
}
