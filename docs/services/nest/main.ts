/** A list of tasks behind a login, in NestJS. The guide for NestJS and Express verifies it. */

import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  Body,
  type CanActivate,
  Controller,
  Delete,
  type ExecutionContext,
  Get,
  HttpCode,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Put,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiBearerAuth, ApiProperty, ApiResponse, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { IsBoolean, IsString, Length } from 'class-validator';

class NewTask {
  @ApiProperty({ minLength: 1, maxLength: 80 }) @Length(1, 80) title!: string;
  @ApiProperty() @IsBoolean() done!: boolean;
}

class Task extends NewTask {
  @ApiProperty({ type: 'integer' }) id!: number;
}

class Login {
  @ApiProperty() @IsString() name!: string;
  @ApiProperty() @IsString() password!: string;
}

class Token {
  @ApiProperty() access_token!: string;
}

const tasks = new Map<number, Task>();
const tokens = new Set<string>();
let last = 0;

@Injectable()
class SignedIn implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { authorization = '' } = context.switchToHttp().getRequest().headers;
    const [scheme, token] = authorization.split(' ');
    if (scheme.toLowerCase() === 'bearer' && tokens.has(token)) return true;
    context.switchToHttp().getResponse().setHeader('WWW-Authenticate', 'Bearer');
    throw new UnauthorizedException();
  }
}

@Controller('login')
class LoginController {
  @Post()
  @HttpCode(200)
  @ApiResponse({ status: 200, type: Token })
  login(@Body() { name, password }: Login): Token {
    if (name !== 'ada' || password !== 'lovelace') throw new UnauthorizedException();
    const access_token = randomUUID();
    tokens.add(access_token);
    return { access_token };
  }
}

@Controller('tasks')
@UseGuards(SignedIn)
@ApiBearerAuth()
class TasksController {
  @Get()
  @ApiResponse({ status: 200, type: [Task] })
  list(): Task[] {
    return [...tasks.values()];
  }

  @Post()
  @ApiResponse({ status: 201, type: Task })
  add(@Body() task: NewTask): Task {
    return keep(++last, task);
  }

  @Get(':id')
  @ApiResponse({ status: 200, type: Task })
  read(@Param('id', ParseIntPipe) id: number): Task {
    const task = tasks.get(id);
    if (!task) throw new NotFoundException();
    return task;
  }

  @Put(':id')
  @ApiResponse({ status: 200, type: Task })
  replace(@Param('id', ParseIntPipe) id: number, @Body() task: NewTask): Task {
    return keep(this.read(id).id, task);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiResponse({ status: 204 })
  remove(@Param('id', ParseIntPipe) id: number): void {
    tasks.delete(this.read(id).id);
  }
}

function keep(id: number, { title, done }: NewTask): Task {
  const task = { id, title, done };
  tasks.set(id, task);
  return task;
}

@Module({ controllers: [LoginController, TasksController] })
class App {}

async function main() {
  const app = await NestFactory.create(App);
  app.useGlobalPipes(new ValidationPipe());
  const about = new DocumentBuilder().setTitle('Tasks').setVersion('1.0.0').addBearerAuth().build();
  SwaggerModule.setup('api', app, SwaggerModule.createDocument(app, about));
  await app.listen(process.env.PORT ?? 3000);
}

main();
