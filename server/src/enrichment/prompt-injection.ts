import { decodeHidden, normalizeText, onlyLetters, toLatin } from './normalize-text.ts';

/** Where a text is from. Some words are harmless on a page, but not in a name or title. */
export type TextOrigin = 'profile' | 'page';

// Matched in this order: ignore · previous · instructions. Written without accents.
const ignoreVerbs =
  'ignore|disregard|forget|override|bypass|neglect|ignorier\\w{0,20}|missachte\\w{0,20}|vergiss|vergesse\\w{0,20}|uberschreibe|ignorez|ignore[rz]?|oublie[rz]?|ne tiens pas compte|ignora|ignorad|ignorare|olvida|olvide|dimentica\\w{0,20}|ignore|esqueca|desconsidere|negeer|vergeet|zignoruj|pomin|ignoruj|игнорируи\\w{0,20}|проигнорируи\\w{0,20}|забудь\\w{0,20}|yok say|gormezden gel|unut';
const previousWords =
  'previous|prior|above|earlier|preceding|former|foregoing|all|your|these|my|vorherig\\w{0,20}|vorig\\w{0,20}|bisherig\\w{0,20}|obig\\w{0,20}|alle\\w{0,20}|deine|ihre|precedent\\w{0,20}|anterieur\\w{0,20}|toutes|vos|anterior\\w{0,20}|previ[ao]s|todas|todos|sus|precedent[ei]|tutt[ei]|le tue|eerdere|vorige|voorgaande|poprzedni\\w{0,20}|wszystkie|предыдущ\\w{0,20}|все|прежни\\w{0,20}|onceki';
const instructionWords =
  'instruct\\w{0,20}|prompts?|rules?|directions?|directives?|guidelines?|orders?|commands?|anweisung\\w{0,20}|anleitung\\w{0,20}|vorgabe\\w{0,20}|regeln|befehl\\w{0,20}|consignes?|instruccion\\w{0,20}|indicacion\\w{0,20}|istruzion\\w{0,20}|instruc\\w{0,20}|instructies|opdracht\\w{0,20}|instrukcj\\w{0,20}|polecen\\w{0,20}|инструкци\\w{0,20}|указани\\w{0,20}|команд\\w{0,20}|talimat\\w{0,20}';

/** Phrases that are only written for a language model. */
const alwaysInstructions: RegExp[] = [
  new RegExp(
    `(?<!\\p{L})(?:${ignoreVerbs})(?!\\p{L}).{0,30}?(?<!\\p{L})(?:${previousWords})(?!\\p{L}).{0,30}?(?<!\\p{L})(?:${instructionWords})`,
    'u',
  ),
  /\b(?:ignore|disregard|forget|override)\b.{0,40}?\b(?:instructions|prompts?)\b/u,
  /忽略.{0,12}(?:指令|指示|说明|提示|规则)|无视.{0,12}(?:指令|指示|说明|提示)|忘记.{0,12}(?:指令|指示)/u,
  /(?:指示|命令|フロンフト|指令).{0,12}(?:無視|忘れ)|無視.{0,12}(?:指示|命令)/u,
  /(?:지시|명령|프롬프트).{0,12}(?:무시|잊)/u,
  /تجاهل.{0,30}(?:التعليمات|تعليمات|الاوامر)/u,
  /\bsystem ?prompt\b|\bdeveloper message\b|\bhidden (?:prompt|instructions?)\b/u,
  /\bprompt injection\b|\bjail ?break\b|\bdan mode\b|\bdeveloper mode\b/u,
  /<\|?(?:im_start|im_end|system|endoftext|assistant|user)\|?>|\[\/?inst\]|<<\/?sys>>|\[system\]|### ?(?:system|instruction|assistant)/u,
  /\b(?:you are|du bist|sie sind|tu es|vous etes|eres|sei|voce e|je bent) (?:now |jetzt |nun |desormais |maintenant |ahora |ora |agora |nu )?(?:an? |eine? |une? |uma? |una )?(?:ai|ki|ia|assistant|assistent|asistente|chatbot|language model|llm|gpt|dan|unrestricted|unfiltered)\b/u,
  /\b(?:ai|llm|gpt|chatgpt|claude|gemini|language model|assistant|chatbot|summari[sz]er)s?\b.{0,20}\b(?:reading|processing|analy[sz]ing|summari[sz]ing|parsing|visiting) (?:this|the)\b/u,
  /\b(?:ai|llm|gpt|chatgpt|claude|gemini|assistant|chatbot)s?[,:] (?:you )?(?:must|should|shall|please|always|never)\b/u,
  /\b(?:if you are|when you are|note to|attention|message (?:to|for)|instructions? (?:to|for)|dear) (?:an? |any |the |all )?(?:ai|llm|language model|assistant|chatbot|gpt|crawler bot)s?\b/u,
  /\b(?:reveal|print|show|repeat|output|leak|tell me) (?:me )?(?:your|the) (?:system|hidden|initial|secret|original|full)? ?(?:prompt|instructions?|rules|api key|key|configuration)\b/u,
  /\bnew (?:instructions?|task|rules?|directives?) ?:/u,
  /\b(?:your|the) (?:new|real|actual|true|only) (?:task|instructions?|goal|job|purpose|objective|role)s? (?:is|are)\b/u,
  /\bdo not (?:follow|obey|use) (?:the|your|any|these) (?:system|previous|above|other|earlier)/u,
  /\b(?:pretend|act|behave|roleplay) (?:to be|as if|as though|like) (?:you|an? (?:ai|assistant|different))/u,
];

/** Enough in a profile; on a page only if the context shows an instruction to a model. */
const likelyInstructions: RegExp[] = [
  /\byou are now\b|\bfrom now on\b|\bdu bist jetzt\b|\bsie sind nun\b|\ba partir d(?:e )?(?:ahora|maintenant)\b|\bdesormais\b|\bvous etes maintenant\b/u,
  /\b(?:respond|reply|answer) (?:only |just |exactly |always |instead )*(?:with|by|as|in)\b|\bantworte\w{0,20} (?:nur |ausschliesslich |immer )*(?:mit|auf)\b|\brepond\w{0,20} (?:uniquement |seulement )?(?:avec|par)\b|\bresponda?e? (?:solo |unicamente |apenas )?(?:con|com)\b|\brispondi (?:solo )?con\b|\bответь\b|\bотвечаи\w{0,20}\b/u,
  /\b(?:output|print|return|write|say|include|insert|append|repeat|gib|schreib\w{0,20}|ecris|ecrivez|escribe|escriba|scrivi|escreva) (?:only |just |exactly |instead |verbatim |nur |genau |uniquement |exactement |solo |exactamente |somente )*(?:the (?:following|text|words?|phrase|sentence|link)|this (?:text|link|sentence|url)|following|verbatim|word for word|den (?:text|satz|link)|die worte|aus|le texte|la phrase|el texto|la frase|il testo|o texto)\b/u,
  /(?:^|[\n.;"'(\]>-]) ?(?:system|assistant|user|developer|human|systeme?|sistema) ?:/u,
];

/** Matched against letters only. Long enough not to occur by chance. */
const withoutSpaces =
  /(?:ignore|disregard|forget)(?:all|any|the|your|my|these)*(?:previous|prior|above|earlier)(?:instructions?|prompts?|rules|directions)|ignoreall(?:instructions|prompts)|systemprompt(?:is|:)|ignorieredievorherigenanweisungen|ignorierealle(?:vorherigen)?anweisungen|ignorezlesinstructionsprecedentes|ignoralasinstruccionesanteriores/u;

/** Near these words, a likely instruction on a page is meant for a model. */
const aboutModels =
  /\b(?:ai|llm|gpt|chatgpt|claude|gemini|prompts?|language model|assistant|chatbot|summar(?:y|ise|ize)|json|instructions?|system)\b/u;
const replyAtStart =
  /(?:^|[.!?:;\n"'(\]>-]\s*)(?:please |now |bitte |then )?(?:respond|reply|answer|antworte|repondez|responde|rispondi)\b/u;

/** Longer than any page or answer that is checked. */
const maxLength = 60_000;

/** The passage that reads like an instruction to a model, or undefined. */
export function findInstruction(text: string, origin: TextOrigin): string | undefined {
  for (const form of formsOf(text.slice(0, maxLength))) {
    const hit = [...alwaysInstructions, ...(origin === 'profile' ? likelyInstructions : [])]
      .map((pattern) => pattern.exec(form))
      .find((match) => match !== null);
    if (hit) return passageAt(form, hit.index);
    if (origin === 'page') {
      const likely = findLikelyInstruction(form);
      if (likely !== undefined) return likely;
    }
    if (withoutSpaces.test(onlyLetters(form))) return form.slice(0, 300);
  }
  return undefined;
}

/** The text as it is, with look-alike letters replaced, and with encoded parts decoded. */
const formsOf = (text: string): string[] =>
  [text, ...decodeHidden(text)].flatMap((each) => [
    withBreaks(each, normalizeText),
    withBreaks(each, toLatin),
    normalizeText(each),
    toLatin(each),
  ]);

/** Keeps line breaks, because some patterns depend on the start of a line. */
const withBreaks = (text: string, form: (line: string) => string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => form(line).trim())
    .join('\n');

function findLikelyInstruction(form: string): string | undefined {
  for (const pattern of likelyInstructions)
    for (const match of form.matchAll(new RegExp(pattern.source, 'gu'))) {
      const near = passageAt(form, match.index);
      const start = form.slice(Math.max(0, match.index - 3), match.index + match[0].length);
      if (aboutModels.test(near.replace(match[0], '')) || replyAtStart.test(start)) return near;
    }
  return undefined;
}

const passageAt = (text: string, index: number): string =>
  text.slice(Math.max(0, index - 150), index + 250);
