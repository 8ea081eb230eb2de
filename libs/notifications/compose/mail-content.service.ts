import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { INBOX, LanguagePartDto, toBulkContent, toInboxContent } from '#libs/content/parse';
import { malformed, missing } from '#platform/errors';
import { readField } from '#platform/validation';
import { type CampaignAuthor, CampaignService } from '#libs/notifications/campaigns';
import { compileBlocks } from '../mails/compile-blocks.js';
import { listGaps, type BlockGap } from '../mails/block-gaps.js';
import { type ComposedMailDto, MailContentDto } from '../mails/mail.dto.js';
import { readBlockMail } from '../mails/read-blocks.js';
import { fillRegions } from '../mails/template-regions.js';
import { TemplateService } from '#libs/notifications/templates';
import { ComposedContentDto, type ComposedMessageDto } from './composed-campaign.dto.js';
import { restoreTags } from '../mails/escape-text.js';

/** @property gaps  blocks of its mail that are not complete, by their fields in the request */
export interface WrittenContent {
  content: ComposedContentDto;
  gaps: BlockGap[];
}

/** Makes the HTML of a mail from what a member wrote it with, before the message is read as any other. */
@Injectable()
export class MailContentService {
  constructor(
    private readonly templates: TemplateService,
    private readonly campaigns: CampaignService,
  ) {}

  /**
   * The message as it is stored, of what someone wrote.
   *
   * @param isWaiting  as of `CampaignService.readMessage`
   * @throws AppError as `write` and `CampaignService.readMessage`
   */
  async readMessage(
    author: CampaignAuthor,
    composed: ComposedMessageDto,
    isWaiting = true,
  ): Promise<{ message: Message; gaps: BlockGap[] }> {
    const { content, gaps } = await this.write(author.appId, composed);
    return {
      message: await this.campaigns.readMessage(author, toBulkContent(content, content.title), isWaiting),
      gaps,
    };
  }

  /** The message as a send has it: one for the inbox goes to no device. @throws AppError as `readMessage` */
  async readSent(author: CampaignAuthor, composed: ComposedMessageDto): Promise<Message> {
    const { message } = await this.readMessage(author, composed);
    return composed.message.platforms.includes(INBOX) ? toInboxContent(message) : message;
  }

  /**
   * A message with its texts: those that it has, or the HTML of its mail in all its languages.
   *
   * @throws AppError missing_field without a text and a mail; malformed for both, for a mail beside other platforms, for
   *   what its parts refuse, for a template or language that is not there
   */
  async write(appId: number, composed: ComposedMessageDto): Promise<WrittenContent> {
    this.requireText(composed);
    const { mail } = composed;
    const message = asTemplate(composed.message);
    if (mail === undefined) {
      return { content: message, gaps: [] };
    }
    if (message.text !== undefined) {
      throw malformed("Field 'mail' stands in place of 'message.text', and not beside it");
    }
    if (message.platforms.some((platform) => platform !== 'EMAIL')) {
      throw malformed("Field 'mail': a mail goes to EMAIL alone");
    }
    const finish = message.templates === 'liquid' ? restoreTags : (html: string): string => html;
    const text = await this.writePart(appId, mail, 'mail');
    const languages = new Map(message.languages);
    const gaps = [...text.gaps];
    for (const [language, part] of mail.languages ?? []) {
      const own = languages.get(language);
      if (own === undefined) {
        throw malformed(`Field 'mail.languages': the message has no part for '${language.slice(0, 80)}'`);
      }
      const written = await this.writePart(appId, part, `mail.languages.${language}`, language);
      languages.set(language, Object.assign(new LanguagePartDto(), own, { text: finish(written.html) }));
      gaps.push(...written.gaps);
    }
    const content = Object.assign(message, { text: finish(text.html) });
    return { content: languages.size > 0 ? Object.assign(content, { languages }) : content, gaps };
  }

  /**
   * The HTML of a language of a mail, as a template.
   *
   * @param raw    its blocks, or its template with values
   * @param field  of the request that has it
   * @throws AppError malformed
   */
  async writeHtml(appId: number, raw: unknown, field: string, language: string): Promise<string> {
    const { html } = await this.writePart(appId, readField(MailContentDto, raw, field), field, language);
    return restoreTags(html);
  }

  /** @throws AppError missing_field without a text and a mail */
  requireText({ message, mail }: ComposedMessageDto): void {
    if (mail === undefined && message.text === undefined) {
      throw missing('message.text');
    }
  }

  private async writePart(
    appId: number,
    { design, template }: MailContentDto,
    path: string,
    language?: string,
  ): Promise<{ html: string; gaps: BlockGap[] }> {
    if ((design === undefined) === (template === undefined)) {
      throw malformed(`Field '${path}' should have either 'design' or 'template'`);
    }
    if (design !== undefined) {
      const mail = readBlockMail(design, `${path}.design`);
      return { html: await compileBlocks(mail, language), gaps: listGaps(mail, `${path}.design`) };
    }
    return template === undefined
      ? { html: '', gaps: [] }
      : { html: await this.fillTemplate(appId, template, `${path}.template`), gaps: [] };
  }

  private async fillTemplate(
    appId: number,
    { id, version, regions }: NonNullable<ComposedMailDto['template']>,
    path: string,
  ): Promise<string> {
    const templateId = /^\d{1,15}$/.test(id) ? Number(id) : 0;
    const body = await this.templates.findBody(appId, { templateId, version });
    if (body?.kind !== 'html') {
      throw malformed(`Field '${path}.id': there is no such template any more`);
    }
    const values = regions.map(({ name, text, url = '' }) => ({ name, text, url }));
    return fillRegions(body.html, values, `${path}.regions`);
  }
}

/** Contents that are written in the panel are templates, unless they say that they are not. */
function asTemplate(message: ComposedContentDto): ComposedContentDto {
  return Object.assign(new ComposedContentDto(), message, { templates: message.templates ?? 'liquid' });
}
