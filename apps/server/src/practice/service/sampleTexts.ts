import type { ContentTexts } from '@glasshouse/core/content/records'

/** Texts shipped until the operator writes own ones: marked as a sample, without claims. */

export const aboutTexts: ContentTexts = {
  en: {
    title: 'Glasshouse (sample)',
    riskNotice:
      'Leveraged positions and options can lose everything put into them, quickly. Trade only what you can lose. This is practice: the money is play money.',
    content:
      'This is a sample text. Whoever runs this platform writes here who they are, where they are registered and how to reach them. Until then nothing is claimed: no licence, no partner, no number of users.',
  },
  es: {
    title: 'Glasshouse (muestra)',
    riskNotice:
      'Las posiciones apalancadas y las opciones pueden perder rápidamente todo lo invertido. Opera solo con lo que puedas perder. Esto es práctica: el dinero es ficticio.',
    content:
      'Este es un texto de muestra. Quien gestione esta plataforma escribirá aquí quién es, dónde está registrado y cómo contactarlo. Hasta entonces no se afirma nada: ninguna licencia, ningún socio, ningún número de usuarios.',
  },
  pt: {
    title: 'Glasshouse (amostra)',
    riskNotice:
      'Posições alavancadas e opções podem perder rapidamente tudo o que foi investido. Negocie apenas o que pode perder. Isto é prática: o dinheiro é fictício.',
    content:
      'Este é um texto de amostra. Quem operar esta plataforma escreverá aqui quem é, onde está registrado e como entrar em contato. Até lá nada se afirma: nenhuma licença, nenhum parceiro, nenhum número de usuários.',
  },
  ru: {
    title: 'Glasshouse (образец)',
    riskNotice:
      'Позиции с плечом и опционы могут быстро потерять всё вложенное. Торгуйте только тем, что готовы потерять. Это учебный режим: деньги учебные.',
    content:
      'Это образец текста. Тот, кто управляет платформой, напишет здесь, кто он, где зарегистрирован и как с ним связаться. До тех пор ничего не утверждается: ни лицензий, ни партнёров, ни числа пользователей.',
  },
  ja: {
    title: 'Glasshouse（サンプル）',
    riskNotice:
      'レバレッジ取引とオプションでは、投じた資金のすべてを短時間で失うことがあります。失ってもよい金額だけで取引してください。これは練習で、お金は仮想のものです。',
    content:
      'これはサンプルの文章です。運営者はここに、自らが誰で、どこに登録され、どう連絡できるかを書きます。それまでは、許認可も提携先も利用者数も一切主張しません。',
  },
  kr: {
    title: 'Glasshouse (예시)',
    riskNotice:
      '레버리지 포지션과 옵션은 투자한 돈 전부를 빠르게 잃을 수 있습니다. 잃어도 되는 금액으로만 거래하세요. 이것은 연습이며 돈은 가상입니다.',
    content:
      '이 글은 예시입니다. 운영자가 누구인지, 어디에 등록되어 있는지, 어떻게 연락하는지를 여기에 적습니다. 그때까지는 인가, 제휴사, 이용자 수 등 아무것도 주장하지 않습니다.',
  },
  th: {
    title: 'Glasshouse (ตัวอย่าง)',
    riskNotice:
      'สถานะที่ใช้เลเวอเรจและออปชันอาจสูญเงินทั้งหมดที่ลงไว้ได้อย่างรวดเร็ว เทรดเฉพาะเงินที่คุณยอมเสียได้ นี่คือโหมดฝึก เงินเป็นเงินสมมติ',
    content:
      'นี่คือข้อความตัวอย่าง ผู้ดำเนินการแพลตฟอร์มจะเขียนที่นี่ว่าตนเป็นใคร จดทะเบียนที่ไหน และติดต่อได้อย่างไร จนกว่าจะถึงตอนนั้นจะไม่มีการกล่าวอ้างใด ๆ ทั้งใบอนุญาต พันธมิตร หรือจำนวนผู้ใช้',
  },
  zh_CN: {
    title: 'Glasshouse（示例）',
    riskNotice:
      '杠杆仓位和期权可能让您很快损失投入的全部资金。请只用您能够承受损失的资金交易。这里是模拟模式，资金为模拟资金。',
    content:
      '这是一段示例文字。平台的运营者会在此写明自己是谁、在哪里注册、如何联系。在那之前不作任何声明：没有牌照，没有合作伙伴，也没有用户数量。',
  },
  zh_TW: {
    title: 'Glasshouse（範例）',
    riskNotice:
      '槓桿倉位和選擇權可能讓您很快損失投入的全部資金。請只用您能夠承受損失的資金交易。這裡是模擬模式，資金為模擬資金。',
    content:
      '這是一段範例文字。平台的營運者會在此寫明自己是誰、在哪裡註冊、如何聯絡。在那之前不作任何聲明：沒有牌照，沒有合作夥伴，也沒有使用者人數。',
  },
}

export const downloadTexts: ContentTexts = { en: { title: 'Download' } }

export const noticeTexts: ContentTexts = {
  en: { title: 'Sample notice', content: 'Notices of the operator appear here. This one is a sample.' },
  es: {
    title: 'Anuncio de muestra',
    content: 'Aquí aparecen los anuncios del operador. Este es una muestra.',
  },
  pt: { title: 'Aviso de amostra', content: 'Aqui aparecem os avisos do operador. Este é uma amostra.' },
  ru: { title: 'Образец объявления', content: 'Здесь появляются объявления оператора. Это — образец.' },
  ja: {
    title: 'お知らせのサンプル',
    content: '運営者からのお知らせがここに表示されます。これはサンプルです。',
  },
  kr: { title: '공지 예시', content: '운영자의 공지가 여기에 표시됩니다. 이 글은 예시입니다.' },
  th: { title: 'ตัวอย่างประกาศ', content: 'ประกาศของผู้ดำเนินการจะแสดงที่นี่ ข้อความนี้เป็นตัวอย่าง' },
  zh_CN: { title: '公告示例', content: '运营者的公告会显示在这里。这一条是示例。' },
  zh_TW: { title: '公告範例', content: '營運者的公告會顯示在這裡。這一則是範例。' },
}

export const newsTexts: ContentTexts = {
  en: {
    title: 'A sample article',
    subtitle: 'What an article looks like',
    content:
      'This article is a sample.\n\nThe operator writes news here, in as many languages as wanted.\n\n- A list is written with dashes.\n- **Bold** words stand between asterisks.\n- A link leads [into the product](/contract) or to https.',
  },
  es: {
    title: 'Un artículo de muestra',
    subtitle: 'Cómo se ve un artículo',
    content:
      'Este artículo es una muestra.\n\nEl operador escribe aquí las noticias, en los idiomas que quiera.\n\n- Una lista se escribe con guiones.\n- Las palabras en **negrita** van entre asteriscos.\n- Un enlace lleva [al producto](/contract) o a https.',
  },
  pt: {
    title: 'Um artigo de amostra',
    subtitle: 'Como é um artigo',
    content:
      'Este artigo é uma amostra.\n\nO operador escreve aqui as notícias, nos idiomas que quiser.\n\n- Uma lista se escreve com hifens.\n- Palavras em **negrito** ficam entre asteriscos.\n- Um link leva [ao produto](/contract) ou a https.',
  },
  ru: {
    title: 'Образец статьи',
    subtitle: 'Как выглядит статья',
    content:
      'Эта статья — образец.\n\nОператор пишет здесь новости на любых нужных языках.\n\n- Список пишется с дефисами.\n- **Жирные** слова стоят между звёздочками.\n- Ссылка ведёт [внутрь продукта](/contract) или на https.',
  },
  ja: {
    title: 'サンプル記事',
    subtitle: '記事の見え方',
    content:
      'この記事はサンプルです。\n\n運営者はここに、必要な言語でニュースを書きます。\n\n- リストはハイフンで書きます。\n- **太字**はアスタリスクで囲みます。\n- リンクは[製品の中](/contract)か https に向かいます。',
  },
  kr: {
    title: '예시 기사',
    subtitle: '기사가 보이는 모습',
    content:
      '이 기사는 예시입니다.\n\n운영자는 원하는 언어로 여기에 소식을 씁니다.\n\n- 목록은 하이픈으로 씁니다.\n- **굵은** 글자는 별표 사이에 둡니다.\n- 링크는 [제품 안](/contract) 또는 https로 연결됩니다.',
  },
  th: {
    title: 'บทความตัวอย่าง',
    subtitle: 'หน้าตาของบทความ',
    content:
      'บทความนี้เป็นตัวอย่าง\n\nผู้ดำเนินการเขียนข่าวที่นี่ได้หลายภาษาตามต้องการ\n\n- รายการเขียนด้วยเครื่องหมายขีด\n- **ตัวหนา** อยู่ระหว่างดอกจัน\n- ลิงก์นำไป[ภายในผลิตภัณฑ์](/contract) หรือไปยัง https',
  },
  zh_CN: {
    title: '示例文章',
    subtitle: '文章的样子',
    content:
      '这篇文章是示例。\n\n运营者在此用任意几种语言撰写新闻。\n\n- 列表用短横线书写。\n- **粗体**写在星号之间。\n- 链接通向[产品内部](/contract)或 https。',
  },
  zh_TW: {
    title: '範例文章',
    subtitle: '文章的樣子',
    content:
      '這篇文章是範例。\n\n營運者在此用任意幾種語言撰寫新聞。\n\n- 清單用短橫線書寫。\n- **粗體**寫在星號之間。\n- 連結通往[產品內部](/contract)或 https。',
  },
}

export const moneyQuestion: ContentTexts = {
  en: {
    title: 'Is this real money?',
    content: 'No. In practice mode all money is play money, and nothing can be paid in or out for real.',
  },
  es: {
    title: '¿Es dinero real?',
    content:
      'No. En el modo de práctica todo el dinero es ficticio y nada se ingresa ni se retira de verdad.',
  },
  pt: {
    title: 'É dinheiro real?',
    content: 'Não. No modo de prática todo o dinheiro é fictício e nada entra nem sai de verdade.',
  },
  ru: {
    title: 'Это настоящие деньги?',
    content: 'Нет. В учебном режиме все деньги учебные, и ничего нельзя внести или вывести по-настоящему.',
  },
  ja: {
    title: '本物のお金ですか？',
    content: 'いいえ。練習モードではすべて仮想のお金で、実際の入出金はできません。',
  },
  kr: {
    title: '진짜 돈인가요?',
    content: '아니요. 연습 모드의 돈은 모두 가상이며, 실제로 입금하거나 출금할 수 없습니다.',
  },
  th: {
    title: 'เป็นเงินจริงหรือไม่',
    content: 'ไม่ใช่ ในโหมดฝึกเงินทั้งหมดเป็นเงินสมมติ และไม่สามารถฝากหรือถอนเงินจริงได้',
  },
  zh_CN: { title: '这是真钱吗？', content: '不是。模拟模式下所有资金都是模拟资金，无法真正充值或提现。' },
  zh_TW: { title: '這是真錢嗎？', content: '不是。模擬模式下所有資金都是模擬資金，無法真正儲值或提領。' },
}

export const priceQuestion: ContentTexts = {
  en: {
    title: 'Who sets the prices?',
    content:
      'Nobody here. Prices come from a feed; every one that settled something is kept with its hash, and the receipt of an order shows it.',
  },
  es: {
    title: '¿Quién fija los precios?',
    content:
      'Nadie aquí. Los precios vienen de una fuente; cada uno que liquidó algo se conserva con su hash, y el recibo de una orden lo muestra.',
  },
  pt: {
    title: 'Quem define os preços?',
    content:
      'Ninguém aqui. Os preços vêm de uma fonte; cada um que liquidou algo é guardado com o seu hash, e o recibo de uma ordem o mostra.',
  },
  ru: {
    title: 'Кто устанавливает цены?',
    content:
      'Здесь — никто. Цены приходят из источника; каждая, по которой был расчёт, хранится с хешем, и квитанция ордера её показывает.',
  },
  ja: {
    title: '価格は誰が決めますか？',
    content:
      'ここでは誰も決めません。価格は外部のフィードから届きます。決済に使われた価格はハッシュとともに保存され、注文の明細に表示されます。',
  },
  kr: {
    title: '가격은 누가 정하나요?',
    content:
      '여기서는 아무도 정하지 않습니다. 가격은 피드에서 오며, 정산에 쓰인 가격은 해시와 함께 보관되고 주문 영수증에 표시됩니다.',
  },
  th: {
    title: 'ใครเป็นผู้กำหนดราคา',
    content: 'ไม่มีใครที่นี่กำหนด ราคามาจากแหล่งข้อมูล ทุกราคาที่ใช้ชำระจะถูกเก็บไว้พร้อมแฮช และใบเสร็จของคำสั่งจะแสดงราคานั้น',
  },
  zh_CN: {
    title: '价格由谁决定？',
    content: '这里没有人决定。价格来自行情源；每一个用于结算的价格都连同哈希保存，并显示在订单的凭证上。',
  },
  zh_TW: {
    title: '價格由誰決定？',
    content: '這裡沒有人決定。價格來自行情來源；每一個用於結算的價格都連同雜湊保存，並顯示在訂單的憑證上。',
  },
}
