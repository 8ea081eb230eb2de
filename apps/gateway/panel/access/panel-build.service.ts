import { Injectable } from '@nestjs/common';
import { readPanelBuild } from '../../panel-web/panel-files.js';

/** Shows pages which build the server has: a page of another one should be loaded again. */
@Injectable()
export class PanelBuildService {
  private readonly build = readPanelBuild();

  /** Gives the id of the build, which all its processes share. */
  async getId(): Promise<string> {
    return this.build;
  }
}
