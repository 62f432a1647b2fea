package tasks;

import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeType;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.security.SecurityScheme;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** A list of tasks behind a login, in Spring Boot. The guide for Spring Boot verifies it. */
@SpringBootApplication
@RestController
@OpenAPIDefinition(info = @Info(title = "Tasks", version = "1.0.0"))
@SecurityScheme(name = "login", type = SecuritySchemeType.HTTP, scheme = "bearer")
public class Tasks implements WebMvcConfigurer {
    record NewTask(@NotNull @Size(min = 1, max = 80) String title, @NotNull Boolean done) {}

    record Task(@NotNull Long id, @NotNull String title, @NotNull Boolean done) {}

    record Login(@NotNull String name, @NotNull String password) {}

    record Token(@NotNull String accessToken) {}

    private final Map<Long, Task> tasks = new ConcurrentSkipListMap<>();
    private final AtomicLong last = new AtomicLong();
    private final Set<String> tokens = ConcurrentHashMap.newKeySet();

    public static void main(String[] arguments) {
        SpringApplication.run(Tasks.class, arguments);
    }

    @PostMapping("/login")
    Token login(@Valid @RequestBody Login login) {
        if (!login.equals(new Login("ada", "lovelace"))) throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
        String token = UUID.randomUUID().toString();
        tokens.add(token);
        return new Token(token);
    }

    @GetMapping("/tasks")
    @SecurityRequirement(name = "login")
    Collection<Task> list() {
        return tasks.values();
    }

    @PostMapping("/tasks")
    @ResponseStatus(HttpStatus.CREATED)
    @SecurityRequirement(name = "login")
    Task add(@Valid @RequestBody NewTask task) {
        return keep(last.incrementAndGet(), task);
    }

    @GetMapping("/tasks/{id}")
    @SecurityRequirement(name = "login")
    Task read(@PathVariable long id) {
        Task task = tasks.get(id);
        if (task == null) throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        return task;
    }

    @PutMapping("/tasks/{id}")
    @SecurityRequirement(name = "login")
    Task replace(@PathVariable long id, @Valid @RequestBody NewTask task) {
        return keep(read(id).id(), task);
    }

    @DeleteMapping("/tasks/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @SecurityRequirement(name = "login")
    void remove(@PathVariable long id) {
        tasks.remove(read(id).id());
    }

    private Task keep(long id, NewTask task) {
        Task kept = new Task(id, task.title(), task.done());
        tasks.put(id, kept);
        return kept;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new HandlerInterceptor() {
            @Override
            public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                String sent = request.getHeader("Authorization");
                if (sent != null && sent.matches("(?i)bearer .*") && tokens.contains(sent.substring(7))) return true;
                response.setStatus(401);
                response.setHeader("WWW-Authenticate", "Bearer");
                return false;
            }
        }).addPathPatterns("/tasks/**");
    }
}
